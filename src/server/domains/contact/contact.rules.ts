import { type CaseKind, DUE_DAYS } from '#contract/admin/contact.ts'
import { CONTACT_KEPT_MONTHS } from '#contract/validity.ts'
import { newId } from '#server/kit/ids.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

const CASE_LENGTH = 8

/** `K7QM-2XPD`. Grants no access. */
export function newCaseNumber(): string {
  const letters = newId().slice(0, CASE_LENGTH).toUpperCase()
  return `${letters.slice(0, CASE_LENGTH / 2)}-${letters.slice(CASE_LENGTH / 2)}`
}

export const normalizeCaseNumber = (typed: string): string => {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return letters.length === CASE_LENGTH ? `${letters.slice(0, 4)}-${letters.slice(4)}` : typed
}

/** The end of a day in Hong Kong: that of its coming is not counted. */
export const dueAt = (kind: CaseKind, sentAt: Temporal.Instant): Temporal.Instant =>
  sentAt
    .toZonedDateTimeISO(HONG_KONG)
    .startOfDay()
    .add({ days: DUE_DAYS[kind] + 1 })
    .toInstant()

/** Calendar months in Hong Kong. */
export const deletedBefore = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO(HONG_KONG).subtract({ months: CONTACT_KEPT_MONTHS }).toInstant()
