import { type Upsert, upsertChanged } from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { sellsFrom, type SlotRecord } from './slots-import.rules.ts'

type Instant = Temporal.Instant

/** What is sold and held of a start stays. */
export const upsertSlot = (tx: Db, one: SlotRecord, at: Instant): Promise<Upsert> =>
  upsertChanged(tx, 'screening_slot', {
    key: 'slot_id',
    at,
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
