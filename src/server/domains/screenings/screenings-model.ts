import type { Language } from '#contract/languages.ts'
import type { Resolution } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { CreditBucket } from '#contract/wallet.ts'
import type { ScreeningStatus, ScreeningUnit, SlotState } from '#contract/screenings.ts'

type Instant = Temporal.Instant
export type Translated = Readonly<Record<Language, string>>

/** `held`: the payment runs. `lapsed`: it ended without money. `voided`: taken back with what was paid. */
export type ScreeningState = 'held' | 'lapsed' | 'valid' | 'voided'

export interface ScreenedTitle {
  readonly programId: string
  readonly programGuid: string
  readonly title: Translated
  readonly restriction: Restriction
  /** 0 while the video is not encoded. */
  readonly durationMs: number
  readonly maxResolution: Resolution
  /** Images of the catalogue, `{hash}/{name}`; empty when there is none. */
  readonly artImage: string
  readonly keyartImage: string
}

/** A premium title on sale at one start. Amounts are cents of Hong Kong dollars. */
export interface ScreeningSlot {
  readonly slotId: string
  readonly title: ScreenedTitle
  readonly kids: boolean
  readonly startsAt: Instant
  readonly credits: number
  readonly amountCents: number
  readonly tickets: number
  readonly seats: number
  readonly capacity: number
  readonly sold: number
  /** Seats that others' payments hold. */
  readonly held: number
  readonly heldUntil: Instant | null
  /** The end of the licence window that is open at the start; null when it has none. */
  readonly licensedUntil: Instant | null
  readonly screeningId: string | null
}

export interface ShownScreeningSlot extends Omit<ScreeningSlot, 'sold' | 'held' | 'heldUntil' | 'licensedUntil'> {
  readonly endsAt: Instant
  readonly available: number
  readonly state: SlotState
  readonly retryAt: Instant | undefined
}

export interface Screening {
  readonly screeningId: string
  readonly slotId: string
  /** The host; null once erased. */
  readonly accountId: string | null
  readonly programId: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly seats: number
  readonly state: ScreeningState
  readonly orderId: string | null
  readonly transferId: number | null
  readonly paidCents: number | null
  readonly refundedCents: number
  readonly linkVersion: number
}

export interface ShownScreening extends Pick<
  Screening,
  'screeningId' | 'slotId' | 'accountId' | 'startsAt' | 'endsAt' | 'seats' | 'linkVersion'
> {
  readonly title: ScreenedTitle
  readonly taken: number
  readonly status: ScreeningStatus
}

export interface ScreeningQuote {
  readonly slot: ShownScreeningSlot
  readonly unit: ScreeningUnit
  readonly payment: number
  readonly resourceId: string
  readonly quoteExpiresAt: Instant
  readonly owned: number
  /** Of credits. */
  readonly from: readonly { bucket: CreditBucket; credits: number }[] | undefined
}
