import type { OutputOf } from '#contract/endpoint.ts'
import type { privateCinemaScreening } from '#contract/private-cinema.ts'

/** A screening as its viewer's seat sees it. */
export type ScreeningInfo = OutputOf<typeof privateCinemaScreening>

/** By what a seat is known: the account, or a guest's session. */
export interface SeatKey {
  readonly screeningId: string
  readonly guestToken?: string | undefined
}
