import type { RawBuilder } from 'kysely'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'

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

/** The same as JSON: instants are text. */
export type RentableTitleJson = Omit<RentableTitle, 'windowEndsAt'> & { windowEndsAt: string | null }

/** What rentals read of the catalogue, as a column of their own statement. */
export interface RentableTitles {
  rentableColumn(
    ref: { programId: string; programGuid?: string | undefined },
    context: { region: string; now: Temporal.Instant },
  ): RawBuilder<RentableTitleJson | null>
  rentableOf(json: RentableTitleJson | null): RentableTitle | undefined
}
