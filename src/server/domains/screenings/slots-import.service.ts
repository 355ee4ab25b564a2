import type { ContentProblem } from '#contract/content-problems.ts'
import type { Db } from '#server/kit/db.ts'
import { findTitles, type KnownSlot, lockKnown, SLOT_SOURCES, upsertSlot } from './slots.repo.ts'
import {
  type Applied,
  type ContentChange,
  contentPart,
  type ImportProblem,
  type Upsert,
} from '#server/kit/content-part.ts'
import { checkSlots, SLOT_SCHEMAS, type SlotRecord, type SlotRecords } from './slots-import.rules.ts'

export const slotContent = contentPart({
  audit: { action: 'import screenings', subject: 'screenings' },
  schemas: SLOT_SCHEMAS,
  sources: SLOT_SOURCES,
  check: checkSlots,
  apply,
})

async function apply(tx: Db, { screening: slots }: SlotRecords, change: ContentChange): Promise<Applied> {
  const [programIds, slotIds] = [slots.map(({ programId }) => programId), slots.map(({ slotId }) => slotId)]
  const titles = await findTitles(tx, programIds)
  // Locked, so that nothing is sold meanwhile.
  const known = await lockKnown(tx, { slotIds, programIds })
  const problems = slots.flatMap((slot) => problemsOf(slot, { titles, known }))
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const one of slots) done.push(await upsertSlot(tx, one, change))
  return { done, problems: [] }
}

function problemsOf(
  { line, slotId, programId, startsAt, capacity }: SlotRecord,
  { titles, known }: { titles: ReadonlySet<string>; known: readonly KnownSlot[] },
): ImportProblem[] {
  const problems: (ContentProblem & { field?: string })[] = []
  if (!titles.has(programId)) problems.push({ field: 'programId', is: 'titleUnknown', programId })
  const start = Temporal.Instant.from(startsAt)
  const isAt = (one: KnownSlot) => Temporal.Instant.compare(one.startsAt, start) === 0
  const other = known.find((one) => one.slotId !== slotId && one.programId === programId && isAt(one))
  if (other) problems.push({ field: 'startsAt', is: 'startTaken', programId, slotId: other.slotId })
  const own = known.find((one) => one.slotId === slotId)
  if (own && own.taken > 0) {
    if (capacity < own.taken) problems.push({ field: 'capacity', is: 'seatsTaken', slotId, taken: own.taken })
    if (own.programId !== programId || !isAt(own)) problems.push({ is: 'slotMoved', slotId })
  }
  return problems.map((problem) => ({ ...problem, line }))
}
