import * as z from 'zod/mini'
import { id } from '#contract/wire-values.ts'
import {
  dollars,
  instant,
  withdrawn,
  type ContentRecord,
  findRepeated,
  type ImportProblem,
} from '#server/kit/content-part.ts'

const count = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

const SOLD_DAYS = 30

const screening = z.strictObject({
  kind: z.literal('screening'),
  slotId: id,
  programId: id,
  startsAt: instant,
  sellsFrom: z.optional(instant),
  credits: count(1, 100_000),
  price: dollars(0.1),
  tickets: count(1, 100),
  seats: count(1, 20),
  capacity: count(0, 100_000),
  withdrawn,
})

export const SLOT_SCHEMAS = { screening }

export type SlotRecord = ContentRecord<z.output<typeof screening>>

export interface SlotRecords {
  readonly screening: readonly SlotRecord[]
}

export const sellsFrom = ({ startsAt, sellsFrom: from }: SlotRecord): Temporal.Instant =>
  from === undefined ? Temporal.Instant.from(startsAt).subtract({ hours: SOLD_DAYS * 24 }) : Temporal.Instant.from(from)

export function checkSlots({ screening: slots }: SlotRecords): ImportProblem[] {
  const repeated = findRepeated([
    ...slots.map(({ line, slotId }) => ({ line, name: `screening ${slotId}` })),
    ...slots.map(({ line, programId, startsAt }) => ({
      line,
      name: `${programId} at ${Temporal.Instant.from(startsAt).toString()}`,
    })),
  ])
  const late = slots.filter(
    (slot) => Temporal.Instant.compare(sellsFrom(slot), Temporal.Instant.from(slot.startsAt)) >= 0,
  )
  return [...repeated, ...late.map(({ line }) => ({ line, field: 'sellsFrom', is: 'sellsLate' as const }))]
}
