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

export interface RentableTitles {
  rentableColumn(
    ref: { programId: string; programGuid?: string | undefined },
    context: { region: string; now: Temporal.Instant },
  ): RawBuilder<RentableTitleJson | null>
  rentableOf(json: RentableTitleJson | null): RentableTitle | undefined
}
