import type { Db } from '#server/kit/db.ts'
import { findTitles, type KnownSlot, lockKnown, upsertSlot } from './slots.repo.ts'
import { type Applied, contentPart, type ImportProblem, type Upsert } from '#server/kit/content-part.ts'
import { checkSlots, SLOT_SCHEMAS, type SlotRecord, type SlotRecords } from './slots-import.rules.ts'

export const slotContent = contentPart({
  audit: { action: 'import screenings', subject: 'screenings' },
  schemas: SLOT_SCHEMAS,
  check: checkSlots,
  apply,
})

async function apply(tx: Db, { screening: slots }: SlotRecords, at: Temporal.Instant): Promise<Applied> {
  const [programIds, slotIds] = [slots.map(({ programId }) => programId), slots.map(({ slotId }) => slotId)]
  const titles = await findTitles(tx, programIds)
  // Locked, so that nothing is sold meanwhile.
  const known = await lockKnown(tx, { slotIds, programIds })
  const problems = slots.flatMap((slot) => problemsOf(slot, { titles, known }))
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const one of slots) done.push(await upsertSlot(tx, one, at))
  return { done, problems: [] }
}

function problemsOf(
  { line, slotId, programId, startsAt, capacity }: SlotRecord,
  { titles, known }: { titles: ReadonlySet<string>; known: readonly KnownSlot[] },
): ImportProblem[] {
  const messages: string[] = []
  if (!titles.has(programId)) messages.push(`programId: there is no title ${programId}`)
  const start = Temporal.Instant.from(startsAt)
  const isAt = (one: KnownSlot) => Temporal.Instant.compare(one.startsAt, start) === 0
  const other = known.find((one) => one.slotId !== slotId && one.programId === programId && isAt(one))
  if (other) messages.push(`startsAt: ${programId} starts then as ${other.slotId} already`)
  const own = known.find((one) => one.slotId === slotId)
  if (own && own.taken > 0) {
    if (capacity < own.taken) messages.push(`capacity: ${own.taken} seats of ${slotId} are sold or held already`)
    if (own.programId !== programId || !isAt(own))
      messages.push(`${slotId}: seats are sold, so its title and its start stay; withdraw it and add another one`)
  }
  return messages.map((message) => ({ line, message }))
}
