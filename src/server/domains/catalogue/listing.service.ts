import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { findListed, findListedOf } from './listing.repo.ts'
import type { Listing } from './listing-model.ts'
import { createListing } from './listing.rules.ts'
import type { TitleIndexSource } from './title-index.service.ts'

/** Titles read by one statement while the index is loaded: none holds up other requests for long. */
const CHUNK = 2_000

/** The published titles as lists need them. */
export const listingSource = (db: Kysely<Database>): TitleIndexSource<Listing> => ({
  async load() {
    const listing = createListing()
    for (let after = ''; ;) {
      const titles = await findListed(db, { after, limit: CHUNK })
      listing.change({ titles, gone: [] })
      if (titles.length < CHUNK) return listing
      after = titles.at(-1)!.programId
    }
  },

  async refresh(listing, programIds) {
    const titles = await findListedOf(db, programIds)
    const listed = new Set(titles.map(({ programId }) => programId))
    listing.change({ titles, gone: programIds.filter((programId) => !listed.has(programId)) })
    return true
  },
})
