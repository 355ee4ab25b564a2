import type { SessionNumber } from '#web/viewer/session/session.ts'

/** The number that a link brought along (SPEC 2): the login form begins with it. It lives as long as the page. */
let carried: Partial<SessionNumber> = {}

export const loginNumber = (): Partial<SessionNumber> => carried

export function rememberLoginNumber(number: Partial<SessionNumber>): void {
  carried = number
}
