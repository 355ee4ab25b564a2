import type { RawBuilder } from 'kysely'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { Db } from '#server/kit/db.ts'

/** An account's plan as an expression of another statement: `{ validUntil }`, or null. Subscriptions provide it. */
export type PlanColumn = (accountId: RawBuilder<string>) => RawBuilder<{ validUntil: string } | null>

/** What decides whether a title can be rented now. */
export type RentableTitle = {
  programId: string
  restriction: Restriction
  vodTypes: VodType[]
  /** The price. */
  credits: number
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  windowEndsAt: Temporal.Instant | null
  /** The video of the title, or of the named episode, is encoded. */
  hasFilm: boolean
}

/** What rentals read of the catalogue, in their own transaction. */
export interface RentableTitles {
  rentable(
    ref: { programId: string; programGuid?: string | undefined },
    context: { region: string; now: Temporal.Instant },
    tx?: Db,
  ): Promise<RentableTitle | undefined>
}
