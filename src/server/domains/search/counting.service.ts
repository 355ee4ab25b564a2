import { REGIONS } from '#contract/regions.ts'
import type { Viewer } from '../viewer.ts'
import type { Finder } from './find.service.ts'
import type { GenreFinder } from './genres.rules.ts'
import type { Lookups } from './lookups.service.ts'
import type { Query } from './query.rules.ts'
import type { Terms } from './terms.service.ts'

/** A search with what it found first; `first` is undefined when it found nothing. */
type Searched = { typed: string; query: Query; first: string | undefined; address: string }

type CountingDeps = { terms: Terms; finder: Finder; lookups: Lookups; genreFinder: GenreFinder }

/** Decides which searches are counted, as found or as missed. */
export function createCounting({ terms, finder, lookups, genreFinder }: CountingDeps) {
  return { count }

  /**
   * Counts a search. One that found nothing is missed only if the catalogue has nothing for it: not in kids mode, and not if it names a
   * genre or finds a title in any region. Subtitle lines that this viewer may not see are not looked at.
   */
  async function count(viewer: Viewer, { typed, query, first, address }: Searched): Promise<void> {
    if (first !== undefined) return terms.countFound({ programId: first, address })
    if (viewer.kids) return
    const missed = { typed, key: query.key, language: viewer.language, address }
    await terms.countMissed(missed, () => isKnown(viewer, query))
  }

  /** Whether somebody in another region finds something. */
  async function isKnown(viewer: Viewer, query: Query): Promise<boolean> {
    if (genreFinder.named(query.key) !== undefined) return true
    for (const region of REGIONS.filter((other) => other !== viewer.region)) {
      const { found } = await lookups.use({ region, kids: false }, (lookup) => finder.find(lookup, query, 1))
      if (found.length > 0) return true
    }
    return false
  }
}
