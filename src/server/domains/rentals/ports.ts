import type { RawBuilder } from 'kysely'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'

export type RentableTitle = {
  programId: string
  restriction: Restriction
  vodTypes: VodType[]
  credits: number
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  windowEndsAt: Temporal.Instant | null
  /** The video of the title, or of the named episode, is encoded. */
  hasFilm: boolean
}

export type RentableTitleJson = Omit<RentableTitle, 'windowEndsAt'> & { windowEndsAt: string | null }

/** Values, or the placeholders of a compiled statement. */
type Of<T> = T | RawBuilder<T>

export interface RentableTitles {
  rentableColumn(
    ref: { programId: Of<string>; programGuid?: Of<string | null> | undefined },
    context: { region: Of<string>; now: Of<Temporal.Instant> },
  ): RawBuilder<RentableTitleJson | null>
  rentableOf(json: RentableTitleJson | null): RentableTitle | undefined
}
