import type { SessionNumber } from '#web/viewer/session/session.ts'

/** The number of a link (SPEC 2), kept until the next page load. */
let prefill: Partial<SessionNumber> = {}

export const loginNumber = (): Partial<SessionNumber> => prefill

export function rememberLoginNumber(number: Partial<SessionNumber>): void {
  prefill = number
}
