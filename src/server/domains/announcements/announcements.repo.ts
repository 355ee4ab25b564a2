import type { Kysely } from 'kysely'
import type { AnnouncementKind, AnnouncementState } from '#contract/admin/announcements.ts'
import type { Language } from '#contract/languages.ts'
import { type Database, type Db, lockByName, sql, type Tx } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { Announcement } from './announcements.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    announcement_delivery: { announcement_id: string; account_id: string; at: Instant }
  }
}

const HELD = sql`is_held(approved_by, operator_id, continued_by, '{care,administrator}')`

const COLUMNS = sql`announcement_id as "announcementId", kind, channels, audience, title, body, path,
  starts_at as "startsAt", made_at as "madeAt", made_by as "madeBy", operator_id as "operatorId", reason, counted,
  approved_by as "approvedBy", most, began_at as "beganAt", after_account as "afterAccount", recipients, inboxes, mails,
  ended_at as "endedAt", stopped_at as "stoppedAt", stopped_by as "stoppedBy", version,
  (ended_at is null and stopped_at is null and ${HELD}) as "isHeld"`

type NewAnnouncement = Pick<
  Announcement,
  | 'announcementId'
  | 'kind'
  | 'channels'
  | 'audience'
  | 'title'
  | 'body'
  | 'path'
  | 'startsAt'
  | 'madeAt'
  | 'madeBy'
  | 'operatorId'
  | 'reason'
  | 'counted'
  | 'approvedBy'
  | 'most'
>

/** Wakes the job on commit. */
export async function insertAnnouncement(tx: Tx, made: NewAnnouncement): Promise<void> {
  await sql`
    insert into announcement (announcement_id, kind, channels, audience, title, body, path, starts_at, made_at, made_by,
      operator_id, reason, counted, approved_by, most)
    values (${made.announcementId}, ${made.kind}, ${[...made.channels]}::text[], ${JSON.stringify(made.audience)}::jsonb,
      ${JSON.stringify(made.title)}::jsonb, ${JSON.stringify(made.body)}::jsonb, ${made.path}, ${made.startsAt},
      ${made.madeAt}, ${made.madeBy}, ${made.operatorId}, ${made.reason}, ${made.counted}, ${made.approvedBy},
      ${made.most})`.execute(tx)
  await sql`select pg_notify(${ANNOUNCEMENTS_CHANNEL}, '')`.execute(tx)
}

export const ANNOUNCEMENTS_CHANNEL = 'announcements'

/** Until the end of the transaction: what operators announce alone is counted by one at a time. */
export const lockAnnouncements = (tx: Tx): Promise<void> => lockByName(tx, 'announcements')

/** Recipients that an operator has announced to without a second person. */
export async function sumUnapproved(
  tx: Tx,
  { operatorId, since }: { operatorId: string; since: Instant },
): Promise<number> {
  const { rows } = await sql<{ recipients: number }>`
    select coalesce(sum(coalesce(most, counted)), 0)::int as recipients from announcement
    where coalesce(continued_by, operator_id) = ${operatorId} and coalesce(continued_at, made_at) > ${since} and approved_by is null`.execute(
    tx,
  )
  return rows[0]!.recipients
}

export interface AnnouncementQuery {
  readonly filter: {
    readonly kind?: AnnouncementKind | undefined
    readonly state?: AnnouncementState | undefined
    readonly isHeld?: boolean | undefined
  }
  readonly sort: '-madeAt' | 'madeAt'
}

/** As `stateOf` has it. */
const STATES: Readonly<Record<AnnouncementState, ReturnType<typeof sql>>> = {
  planned: sql`began_at is null and stopped_at is null and ended_at is null`,
  sending: sql`began_at is not null and stopped_at is null and ended_at is null`,
  sent: sql`stopped_at is null and ended_at is not null`,
  stopped: sql`stopped_at is not null and stopped_by is not null`,
  limited: sql`stopped_at is not null and stopped_by is null`,
}

export const findAnnouncements = (
  db: Kysely<Database>,
  { filter: { kind, state, isHeld }, sort, ...page }: AnnouncementQuery & { after?: string | undefined; limit: number },
): Promise<KeysetPage<Announcement>> =>
  readPage<Announcement>(
    db,
    {
      columns: COLUMNS,
      from: sql`announcement`,
      where: [
        sql`true`,
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(state === undefined ? [] : [STATES[state]]),
        ...(isHeld ? [sql`ended_at is null and stopped_at is null and ${HELD}`] : []),
      ],
      sort: { by: sql`made_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`announcement_id`, type: 'text' },
    },
    page,
  )

export async function findAnnouncement(db: Db, announcementId: string): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    select ${COLUMNS} from announcement where announcement_id = ${announcementId}`.execute(db)
  return rows[0]
}

export async function lockAnnouncement(tx: Tx, announcementId: string): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    select ${COLUMNS} from announcement where announcement_id = ${announcementId} for update`.execute(tx)
  return rows[0]
}

/** Service first, then the one that has been due for longest; of those that no other worker is at. */
export async function lockDue(
  tx: Tx,
  { now, withMail }: { now: Instant; withMail: boolean },
): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    select ${COLUMNS} from announcement
    where starts_at <= ${now} and ended_at is null and stopped_at is null and not ${HELD}
      and (${withMail} or not 'mail' = any(channels))
    order by kind = 'service' desc, starts_at, announcement_id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/** @returns false for one that is not held */
export async function continueAnnouncement(
  tx: Tx,
  given: { announcementId: string; operatorId: string; approvedBy?: string | undefined; at: Instant },
): Promise<boolean> {
  const { announcementId, operatorId, approvedBy = null, at } = given
  const { rows } = await sql`
    update announcement set continued_by = ${operatorId}, continued_at = ${at}, approved_by = ${approvedBy}, version = version + 1
    where announcement_id = ${announcementId} and ended_at is null and stopped_at is null and ${HELD}
    returning announcement_id`.execute(tx)
  if (rows.length > 0) await sql`select pg_notify(${ANNOUNCEMENTS_CHANNEL}, '')`.execute(tx)
  return rows.length > 0
}

export async function stopAnnouncement(
  tx: Tx,
  { announcementId, by, at }: { announcementId: string; by: string | null; at: Instant },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update announcement set stopped_at = ${at}, stopped_by = ${by}, version = version + 1
    where announcement_id = ${announcementId} returning version`.execute(tx)
  return rows[0]!.version
}

interface Step {
  readonly announcementId: string
  readonly beganAt: Instant
  readonly afterAccount: string
  readonly recipients: number
  readonly inboxes: number
  readonly mails: number
  /** Null: there are more accounts. */
  readonly endedAt: Instant | null
}

/** Adds to what was reached before. */
export async function recordStep(tx: Tx, step: Step): Promise<void> {
  await sql`
    update announcement set began_at = ${step.beganAt}, after_account = ${step.afterAccount},
      recipients = recipients + ${step.recipients}, inboxes = inboxes + ${step.inboxes}, mails = mails + ${step.mails},
      ended_at = ${step.endedAt}
    where announcement_id = ${step.announcementId}`.execute(tx)
}

/** @returns those that had none of it */
export async function addDeliveries(
  tx: Tx,
  { announcementId, accountIds, at }: { announcementId: string; accountIds: readonly string[]; at: Instant },
): Promise<Set<string>> {
  const { rows } = await sql<{ accountId: string }>`
    insert into announcement_delivery (announcement_id, account_id, at)
    select ${announcementId}, account_id, ${at}::timestamptz from unnest(${[...accountIds]}::text[]) as a (account_id)
    on conflict do nothing returning account_id as "accountId"`.execute(tx)
  return new Set(rows.map(({ accountId }) => accountId))
}

export async function findDeliveries(db: Db, accountId: string) {
  const { rows } = await sql<{ title: Record<Language, string>; kind: AnnouncementKind; at: Instant }>`
    select a.title, a.kind, d.at from announcement_delivery d join announcement a using (announcement_id)
    where d.account_id = ${accountId} order by d.at desc limit 1000`.execute(db)
  return rows
}

export async function eraseDeliveries(tx: Db, accountId: string): Promise<void> {
  await sql`delete from announcement_delivery where account_id = ${accountId}`.execute(tx)
}

/** Of announcements that are over: nothing sends them again. */
export async function deleteDeliveries(db: Db, before: Instant): Promise<void> {
  await sql`
    delete from announcement_delivery d using announcement a
    where a.announcement_id = d.announcement_id and d.at < ${before}
      and (a.ended_at is not null or a.stopped_at is not null)`.execute(db)
}
