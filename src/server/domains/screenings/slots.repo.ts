import { SCREENING_HOURS } from '#contract/screenings.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { type ContentChange, type RecordSource, type Upsert, upsertChanged } from '#server/kit/content-part.ts'
import { dollarsOf, hongKongText } from '#server/kit/content-records.ts'
import type { ScreenedTitle, ScreeningSlot } from './screenings-model.ts'
import { sellsFrom, type SlotRecord } from './slots-import.rules.ts'

type Instant = Temporal.Instant

/** `t` is the title. */
export const titleColumn = sql<ScreenedTitle>`jsonb_build_object('programId', t.program_id,
  'programGuid', coalesce(f.program_guid, t.program_id),
  'title', jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en), 'restriction', t.restriction,
  'durationMs', coalesce(f.duration_ms, 0), 'maxResolution', coalesce(f.max_resolution, 'SD'),
  'artImage', t.art_image, 'keyartImage', t.keyart_image)`

export const filmJoin = sql`left join lateral (
  select a.program_guid, a.duration_ms, a.max_resolution from title_asset a
  where a.program_id = t.program_id and a.role = 'film' order by a.program_guid limit 1) f on true`

type SlotQuery = {
  now: Instant
  region: string
  accountId?: string | undefined
  slotId?: string | undefined
}

/**
 * Published titles that are encoded and licensed in the region at their start. What an account's own payment holds does not count as held
 * for it.
 */
export async function findSlots(db: Db, { now, region, accountId, slotId }: SlotQuery): Promise<ScreeningSlot[]> {
  const own = accountId ?? null
  const { rows } = await sql<ScreeningSlot>`
    with held as materialized (
      select h.slot_id, coalesce(sum(h.seats) filter (where h.account_id = ${own}), 0)::int as own,
        min(p.expires_at) filter (where h.account_id is distinct from ${own}) as until
      from screening h join payment_order p using (order_id) where h.state = 'held' group by h.slot_id)
    select s.slot_id as "slotId", ${titleColumn} as title, t.kids, s.starts_at as "startsAt", s.credits,
      s.amount_cents as "amountCents", s.tickets, s.seats, s.capacity, s.sold, s.held - coalesce(h.own, 0) as held,
      h.until as "heldUntil", l.ends_at as "licensedUntil", o.screening_id as "screeningId"
    from screening_slot s join title t on t.program_id = s.program_id and t.state = 'published' ${filmJoin}
      cross join lateral (
        select count(*) as licences, nullif(max(coalesce(l.ends_at, 'infinity')), 'infinity') as ends_at
        from licence l where l.program_id = s.program_id and l.region = ${region} and l.starts_at <= greatest(s.starts_at, ${now})
          and (l.ends_at is null or l.ends_at > s.starts_at)) l
      left join held h using (slot_id)
      left join screening o on o.slot_id = s.slot_id and o.account_id = ${own} and o.state = 'valid'
    where not s.withdrawn and s.sells_from <= ${now} and s.starts_at > ${now.subtract({ hours: SCREENING_HOURS })}
      and l.licences > 0 and f.program_guid is not null and (${slotId ?? null}::text is null or s.slot_id = ${slotId ?? null})
    order by s.starts_at, s.slot_id`.execute(db)
  return rows
}

export async function lockSlot(
  tx: Db,
  slotId: string,
): Promise<Pick<ScreeningSlot, 'seats' | 'capacity' | 'sold' | 'held' | 'amountCents'> | undefined> {
  const row = await tx
    .selectFrom('screening_slot')
    .select(['seats', 'capacity', 'sold', 'held', 'amount_cents as amountCents'])
    .where('slot_id', '=', slotId)
    .where('withdrawn', '=', false)
    .forUpdate()
    .executeTakeFirst()
  return row
}

/** How seats move: `hold` and `free` those of a payment, `sell` those that it held, `take` others, `giveBack` sold ones. */
const MOVES = {
  hold: { held: 1, sold: 0 },
  free: { held: -1, sold: 0 },
  sell: { held: -1, sold: 1 },
  take: { held: 0, sold: 1 },
  giveBack: { held: 0, sold: -1 },
} as const

/** @returns false when there are too few */
export async function moveSeats(
  tx: Db,
  { move, slotId, seats }: { move: keyof typeof MOVES; slotId: string; seats: number },
): Promise<boolean> {
  const { held, sold } = MOVES[move]
  const { numAffectedRows } = await sql`
    update screening_slot set held = held + ${held * seats}, sold = sold + ${sold * seats}
    where slot_id = ${slotId} and held + sold + ${(held + sold) * seats} <= capacity`.execute(tx)
  return numAffectedRows === 1n
}

export async function findHeldUntil(db: Db, slotId: string): Promise<Instant | undefined> {
  const { rows } = await sql<{ until: Instant | null }>`
    select min(p.expires_at) as until from screening h join payment_order p using (order_id)
    where h.state = 'held' and h.slot_id = ${slotId}`.execute(db)
  return rows[0]?.until ?? undefined
}

/** Sold and held seats of a start stay. */
export const upsertSlot = (tx: Db, one: SlotRecord, change: ContentChange): Promise<Upsert> =>
  upsertChanged(tx, 'screening_slot', {
    key: 'slot_id',
    change,
    row: {
      slot_id: one.slotId,
      program_id: one.programId,
      starts_at: Temporal.Instant.from(one.startsAt),
      sells_from: sellsFrom(one),
      credits: one.credits,
      amount_cents: Math.round(one.price * 100),
      tickets: one.tickets,
      seats: one.seats,
      capacity: one.capacity,
      withdrawn: one.withdrawn,
    },
  })

export interface KnownSlot {
  readonly slotId: string
  readonly programId: string
  readonly startsAt: Instant
  readonly taken: number
}

/** Locks the named starts, and those of the same titles, in the order of their ids. */
export async function lockKnown(
  tx: Db,
  { slotIds, programIds }: { slotIds: readonly string[]; programIds: readonly string[] },
): Promise<KnownSlot[]> {
  const { rows } = await sql<KnownSlot>`
    select slot_id as "slotId", program_id as "programId", starts_at as "startsAt", sold + held as taken
    from screening_slot where slot_id = any(${slotIds}) or program_id = any(${programIds})
    order by slot_id collate "C" for update`.execute(tx)
  return rows
}

export async function findTitles(tx: Db, programIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ programId: string }>`
    select program_id as "programId" from title where program_id = any(${programIds})`.execute(tx)
  return new Set(rows.map(({ programId }) => programId))
}

export async function findStartsAfter(db: Db, after: Instant): Promise<string[]> {
  const rows = await db.selectFrom('screening_slot').select('slot_id').where('starts_at', '>', after).execute()
  return rows.map(({ slot_id }) => slot_id)
}

const screenings: RecordSource = {
  idField: 'slotId',
  select: () => sql`
    select x.slot_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn,
      extract(epoch from x.starts_at)::bigint as place, x.starts_at, array[x.program_id] as parents,
      coalesce((select jsonb_build_object('programId', jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en))
        from title t where t.program_id = x.program_id), '{}') as names,
      jsonb_build_object('slotId', x.slot_id, 'programId', x.program_id, 'startsAt', ${hongKongText('x.starts_at')},
        'sellsFrom', ${hongKongText('x.sells_from')}, 'credits', x.credits, 'price', ${dollarsOf('x.amount_cents')},
        'tickets', x.tickets, 'seats', x.seats, 'capacity', x.capacity, 'withdrawn', x.withdrawn) as record,
      jsonb_build_object('sold', x.sold, 'held', x.held,
        'screenings', (select count(*) from screening v where v.slot_id = x.slot_id and v.state = 'valid'),
        'people', (select count(*) from screening v join screening_seat p using (screening_id)
          where v.slot_id = x.slot_id and v.state = 'valid')) as counts
    from screening_slot x`,
}

export const SLOT_SOURCES = { screening: screenings }
