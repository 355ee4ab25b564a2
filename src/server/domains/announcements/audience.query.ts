import { type RawBuilder, sql } from 'kysely'
import type { AnnouncementKind } from '#contract/admin/announcements.ts'
import { NO_PLAN } from '#contract/admin/announcements.ts'
import { AREA_CODES } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Offer } from '#contract/plans.ts'
import { REGIONS } from '#contract/regions.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { adultsBornBy, type Audience } from './announcements.rules.ts'

type Instant = Temporal.Instant

export interface Recipient {
  readonly accountId: string
  readonly language: Language
  /** Null: not verified. */
  readonly email: string | null
}

interface Narrowed {
  readonly kind: AnnouncementKind
  readonly audience: Audience
  readonly now: Instant
}

/** A member’s region is that of their number, since accounts have no other. */
const NUMBER_OF: Readonly<Record<string, string>> = Object.fromEntries(
  REGIONS.map((region, at) => [region, `+${AREA_CODES[at]}%`]),
)

const holds = (now: Instant, versions: RawBuilder<unknown>) => sql`exists (
  select 1 from subscription s where s.account_id = a.account_id
    and s.state in ('trial', 'active', 'past_due', 'cancelling') and s.entitled_until > ${now} and ${versions})`

/** Of accounts `a`. */
function inAudience({ audience: { plans, regions, languages }, now }: Omit<Narrowed, 'kind'>): RawBuilder<unknown> {
  const versions = plans.filter((plan) => plan !== NO_PLAN)
  const byPlan = [
    ...(versions.length > 0 ? [holds(now, sql`s.plan_version_id = any(${versions}::text[])`)] : []),
    ...(plans.includes(NO_PLAN) ? [sql`not ${holds(now, sql`true`)}`] : []),
  ]
  const numbers = regions.map((region) => NUMBER_OF[region]!)
  return sql.join(
    [
      sql`true`,
      ...(byPlan.length > 0 ? [sql`(${sql.join(byPlan, sql` or `)})`] : []),
      ...(regions.length > 0 ? [sql`a.number like any(${numbers}::text[])`] : []),
      ...(languages.length > 0 ? [sql`a.language = any(${[...languages]}::text[])`] : []),
    ],
    sql` and `,
  )
}

const isMinor = (now: Instant) => sql`a.birthday > ${adultsBornBy(now).toString()}::date`

/** Marketing: with consent now, of age, and not about to leave. */
const mayGet = ({ kind, now }: Pick<Narrowed, 'kind' | 'now'>): RawBuilder<unknown> =>
  kind === 'service'
    ? sql`true`
    : sql`(a.marketing_agreed_at is not null and a.closes_at is null and not ${isMinor(now)})`

const hasMailbox = sql`(a.email_valid_at is not null and a.email_refused_at is null)`

interface AudienceCount {
  /** Who may get it. */
  readonly members: number
  /** Of these, with a verified e-mail address that was not refused since. */
  readonly withEmail: number
  readonly withoutConsent: number
  readonly minors: number
}

export async function countAudience(db: Db, narrowed: Narrowed): Promise<AudienceCount> {
  const { kind, now } = narrowed
  const { rows } = await sql<AudienceCount>`
    select count(*) filter (where ${mayGet(narrowed)})::int as members,
      count(*) filter (where ${mayGet(narrowed)} and ${hasMailbox})::int as "withEmail",
      count(*) filter (where ${kind === 'marketing'}::boolean and a.marketing_agreed_at is null)::int as "withoutConsent",
      count(*) filter (where ${kind === 'marketing'}::boolean and a.marketing_agreed_at is not null
        and ${isMinor(now)})::int as minors
    from account a where ${inAudience(narrowed)}`.execute(db)
  return rows[0]!
}

interface Batch extends Narrowed {
  readonly after: string
  readonly limit: number
  /** Later accounts are not of this announcement. */
  readonly createdBy: Instant
  readonly byMailOnly: boolean
}

/**
 * The next ones by their ids. Their rows are held, so that no consent ends before the messages are written. Accounts that take no
 * part are passed over without being held.
 */
export async function lockRecipients(
  tx: Tx,
  { after, limit, createdBy, byMailOnly, ...narrowed }: Batch,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select a.account_id as "accountId", a.language, case when ${hasMailbox} then a.email end as email
    from account a
    where a.account_id > ${after} and a.created_at <= ${createdBy} and ${inAudience(narrowed)} and ${mayGet(narrowed)}
      and (not ${byMailOnly}::boolean or ${hasMailbox})
    order by a.account_id limit ${limit} for share of a`.execute(tx)
  return rows
}

/** Addresses of these recipients, in lower case, that the announcement has reached by another account. */
export async function findMailed(
  tx: Tx,
  { announcementId, recipients }: { announcementId: string; recipients: readonly Recipient[] },
): Promise<Set<string>> {
  const mailboxes = recipients.flatMap(({ email }) => email?.toLowerCase() ?? [])
  if (mailboxes.length === 0) return new Set()
  const { rows } = await sql<{ mailbox: string }>`
    select lower(a.email) as mailbox from account a join announcement_delivery d on d.account_id = a.account_id
    where a.email_valid_at is not null and lower(a.email) = any(${mailboxes}::text[])
      and d.announcement_id = ${announcementId}
      and not a.account_id = any(${recipients.map(({ accountId }) => accountId)}::text[])`.execute(tx)
  return new Set(rows.map(({ mailbox }) => mailbox))
}

/** Whether a member still agrees to marketing. */
export async function agreesToMarketing(db: Db, { accountId, now }: { accountId: string; now: Instant }) {
  const { rows } = await sql<{ agrees: boolean }>`
    select ${mayGet({ kind: 'marketing', now })} as agrees from account a where a.account_id = ${accountId}`.execute(db)
  return rows[0]?.agrees ?? false
}

export interface PlanChoice {
  readonly planVersionId: string
  readonly offer: Offer
  readonly version: number
  readonly name: Readonly<Record<Language, string>>
  readonly subscribers: number
}

/** Versions that members keep, or could: the newest first. */
export async function findPlanChoices(db: Db, now: Instant): Promise<PlanChoice[]> {
  const { rows } = await sql<PlanChoice>`
    select v.plan_version_id as "planVersionId", p.offer, v.version, v.name,
      (select count(*)::int from subscription s where s.plan_version_id = v.plan_version_id
        and s.state in ('trial', 'active', 'past_due', 'cancelling') and s.entitled_until > ${now}) as subscribers
    from plan_version v join plan p using (plan_id) order by v.plan_id, v.version desc`.execute(db)
  return rows
}
