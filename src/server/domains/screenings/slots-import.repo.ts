import { outcomeOf, type Upsert, type UpsertRow } from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { sellsFrom, type SlotRecord } from './slots-import.rules.ts'

type Instant = Temporal.Instant

/** Adds or changes a start. What is sold and held of it stays. */
export async function upsertSlot(tx: Db, one: SlotRecord, at: Instant): Promise<Upsert> {
  const from = sellsFrom(one)
  return outcomeOf(
    await sql<UpsertRow>`
      insert into screening_slot as old (slot_id, program_id, starts_at, sells_from, credits, amount_cents, tickets, seats,
        capacity, withdrawn, updated_at)
      values (${one.slotId}, ${one.programId}, ${one.startsAt}, ${from}, ${one.credits}, ${Math.round(one.price * 100)},
        ${one.tickets}, ${one.seats}, ${one.capacity}, ${one.withdrawn}, ${at})
      on conflict (slot_id) do update set program_id = excluded.program_id, starts_at = excluded.starts_at,
        sells_from = excluded.sells_from, credits = excluded.credits, amount_cents = excluded.amount_cents,
        tickets = excluded.tickets, seats = excluded.seats, capacity = excluded.capacity, withdrawn = excluded.withdrawn,
        updated_at = excluded.updated_at
      where (old.program_id, old.starts_at, old.sells_from, old.credits, old.amount_cents, old.tickets, old.seats,
          old.capacity, old.withdrawn)
        is distinct from (excluded.program_id, excluded.starts_at, excluded.sells_from, excluded.credits,
          excluded.amount_cents, excluded.tickets, excluded.seats, excluded.capacity, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

export interface KnownSlot {
  readonly slotId: string
  readonly programId: string
  readonly startsAt: Instant
  /** Seats that are sold or held by payments. */
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

/** Those of these ids that are titles. */
export async function findTitles(tx: Db, programIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ programId: string }>`
    select program_id as "programId" from title where program_id = any(${programIds})`.execute(tx)
  return new Set(rows.map(({ programId }) => programId))
}

/** The ids of the starts that are later than an instant, also of those that are withdrawn. */
export async function findStartsAfter(db: Db, after: Instant): Promise<string[]> {
  const rows = await db.selectFrom('screening_slot').select('slot_id').where('starts_at', '>', after).execute()
  return rows.map(({ slot_id }) => slot_id)
}
