import { type Db, sql } from '#server/kit/db.ts'
import type { Screening, ShownScreening } from './screenings-model.ts'
import { filmJoin, titleColumn } from './slots.repo.ts'

type Instant = Temporal.Instant

const columns = sql`s.screening_id as "screeningId", s.slot_id as "slotId", s.account_id as "accountId",
  s.program_id as "programId", s.starts_at as "startsAt", s.ends_at as "endsAt", s.seats, s.state,
  s.order_id as "orderId", s.transfer_id as "transferId", s.paid_cents as "paidCents",
  s.refunded_cents as "refundedCents", s.link_version as "linkVersion"`

export type NewScreening = Pick<
  Screening,
  'screeningId' | 'slotId' | 'programId' | 'startsAt' | 'endsAt' | 'seats' | 'linkVersion'
> & {
  readonly accountId: string
  readonly linkHash: Buffer
  readonly at: Instant
} & (
    | { readonly state: 'held'; readonly orderId: string }
    | { readonly state: 'valid'; readonly nonce: string; readonly transferId: number }
  )

export async function insertScreening(tx: Db, given: NewScreening): Promise<void> {
  const bought = given.state === 'valid' ? given : undefined
  await tx
    .insertInto('screening')
    .values({
      screening_id: given.screeningId,
      slot_id: given.slotId,
      account_id: given.accountId,
      program_id: given.programId,
      starts_at: given.startsAt,
      ends_at: given.endsAt,
      seats: given.seats,
      state: given.state,
      order_id: given.state === 'held' ? given.orderId : null,
      nonce: bought?.nonce ?? null,
      transfer_id: bought?.transferId ?? null,
      paid_cents: null,
      bought_at: bought ? given.at : null,
      voided_at: null,
      void_transfer_id: null,
      link_version: given.linkVersion,
      link_hash: given.linkHash,
      made_at: given.at,
    })
    .execute()
}

type Which = { readonly orderId: string } | { readonly screeningId: string }

const isWhich = (which: Which) =>
  'orderId' in which ? sql`s.order_id = ${which.orderId}` : sql`s.screening_id = ${which.screeningId}`

/** Everything that moves the state or the seats of a screening begins with this lock. */
export async function lockScreening(tx: Db, which: Which): Promise<Screening | undefined> {
  const { rows } = await sql<Screening>`
    select ${columns} from screening s where ${isWhich(which)} for update`.execute(tx)
  return rows[0]
}

export async function findOwn(
  db: Db,
  { accountId, slotId }: { accountId: string; slotId: string },
): Promise<Screening | undefined> {
  const { rows } = await sql<Screening>`
    select ${columns} from screening s
    where s.slot_id = ${slotId} and s.account_id = ${accountId} and s.state = 'valid'`.execute(db)
  return rows[0]
}

export async function isConsumed(tx: Db, nonce: string): Promise<boolean> {
  const row = await tx.selectFrom('screening').select('screening_id').where('nonce', '=', nonce).executeTakeFirst()
  return row !== undefined
}

type Change = Partial<Pick<Screening, 'state' | 'paidCents' | 'refundedCents' | 'linkVersion'>> & {
  readonly boughtAt?: Instant
  readonly voidedAt?: Instant
  readonly voidTransferId?: number
  readonly linkHash?: Buffer
}

export async function updateScreening(tx: Db, screeningId: string, change: Change): Promise<void> {
  const set = {
    state: change.state,
    paid_cents: change.paidCents,
    refunded_cents: change.refundedCents,
    bought_at: change.boughtAt,
    voided_at: change.voidedAt,
    void_transfer_id: change.voidTransferId,
    link_version: change.linkVersion,
    link_hash: change.linkHash,
  }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  await tx.updateTable('screening').set(given).where('screening_id', '=', screeningId).execute()
}

type ShownQuery = {
  readonly endsAfter?: Instant
  readonly of: { readonly accountId: string } | { readonly screeningId: string } | { readonly linkHash: Buffer }
}

/** The first to start first. */
export async function findShown(db: Db, { of, endsAfter }: ShownQuery): Promise<Omit<ShownScreening, 'status'>[]> {
  const which =
    'accountId' in of
      ? sql`exists (select from screening_seat q where q.screening_id = s.screening_id
          and q.account_id = ${of.accountId} and q.removed_at is null)`
      : 'linkHash' in of
        ? sql`s.link_hash = ${of.linkHash}`
        : sql`s.screening_id = ${of.screeningId}`
  const { rows } = await sql<Omit<ShownScreening, 'status'>>`
    select s.screening_id as "screeningId", s.slot_id as "slotId", s.account_id as "accountId",
      s.starts_at as "startsAt", s.ends_at as "endsAt", s.seats, s.link_version as "linkVersion", ${titleColumn} as title,
      (select count(*)::int from screening_seat q where q.screening_id = s.screening_id and q.removed_at is null) as taken
    from screening s join title t on t.program_id = s.program_id ${filmJoin}
    where s.state = 'valid' and ${which} and (${endsAfter ?? null}::timestamptz is null or s.ends_at > ${endsAfter ?? null})
    order by s.starts_at, s.screening_id`.execute(db)
  return rows
}

/** Their payment will not deliver them: it ended, or was returned. */
export async function findOverHeld(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select s.order_id as "orderId" from screening s join payment_order p using (order_id)
    where s.state = 'held' and (p.undeliverable is not null
      or p.state in ('failed', 'expired', 'refunded', 'part_refunded', 'charged_back'))
    order by s.order_id limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** Open screenings whose title cannot be played by anybody: withdrawn, without a video, or outside of every licence window. */
export async function findUnplayable(
  db: Db,
  { now, screeningId }: { now: Instant; screeningId?: string },
): Promise<Screening[]> {
  const { rows } = await sql<Screening>`
    select ${columns} from screening s
    where s.state = 'valid' and s.starts_at <= ${now} and s.ends_at > ${now}
      and (${screeningId ?? null}::text is null or s.screening_id = ${screeningId ?? null})
      and not exists (
        select from title t where t.program_id = s.program_id and t.state = 'published'
          and exists (select from title_asset a where a.program_id = t.program_id and a.role = 'film')
          and exists (select from licence l where l.program_id = t.program_id
            and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})))
    order by s.screening_id limit 100`.execute(db)
  return rows
}

export async function findPaidFrom(tx: Db, { lotId, now }: { lotId: number; now: Instant }): Promise<Screening[]> {
  const { rows } = await sql<Screening>`
    select ${columns} from screening s
    where s.state = 'valid' and s.ends_at > ${now}
      and s.account_id = (select w.account_id from lot join wallet w using (wallet_id) where lot_id = ${lotId})
      and exists (select from posting p where p.transfer_id = s.transfer_id and p.lot_id = ${lotId})
    order by s.screening_id`.execute(tx)
  return rows
}

export async function findBought(db: Db, accountId: string): Promise<(Screening & { boughtAt: Instant })[]> {
  const { rows } = await sql<Screening & { boughtAt: Instant }>`
    select ${columns}, s.bought_at as "boughtAt" from screening s
    where s.account_id = ${accountId} and s.bought_at is not null order by s.bought_at desc`.execute(db)
  return rows
}

/** The sale stays on record; its buyer and guests do not. */
export async function unlinkScreenings(tx: Db, accountId: string): Promise<void> {
  await sql`
    delete from screening_seat q using screening s
    where s.screening_id = q.screening_id and (s.account_id = ${accountId} or q.account_id = ${accountId})`.execute(tx)
  await tx
    .updateTable('screening')
    .set({ account_id: null, link_hash: null })
    .where('account_id', '=', accountId)
    .execute()
}
