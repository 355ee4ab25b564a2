import { createFacetColumn, type FacetColumn, FACETS, type FacetName } from './listing-facets.rules.ts'
import type { ListedTitle, ListedWindow } from './listing-model.ts'
import { byteOrdered, type SortKeys } from './listing-orders.rules.ts'
import type { TitleClassify } from './titles-model.ts'

/** The fields of all titles by slot, one array per field, so that a list reads no more than it needs. */
export type ListingColumns = SortKeys & {
  readonly classify: TitleClassify[]
  readonly isForKids: boolean[]
  readonly windows: (readonly ListedWindow[])[]
  readonly facets: Readonly<Record<FacetName, FacetColumn>>
}

/** The columns, and which slot a title has. */
export interface ListingTable {
  readonly columns: ListingColumns
  /** The slots that are taken. */
  slots(): number[]
  slotOf(programId: string): number | undefined
  /** @returns the slot of the title, its own if it is there */
  put(title: ListedTitle): number
  /** @returns the slot that the title had, which the next one gets; a slot without a title has no windows */
  remove(programId: string): number | undefined
}

/** One string for each kind instead of one for each title. */
const CLASSIFY = { movie: 'movie', drama: 'drama', kids: 'kids', variety: 'variety' } as const

/** Creates an empty table. */
export function createListingTable(): ListingTable {
  const slots = new Map<string, number>()
  const unused: number[] = []
  const columns: ListingColumns = {
    programId: [],
    publishedAt: [],
    popularity: [],
    score: [],
    titleZh: [],
    titleEn: [],
    classify: [],
    isForKids: [],
    windows: [],
    facets: {
      genre: createFacetColumn(),
      year: createFacetColumn(),
      country: createFacetColumn(),
      language: createFacetColumn(),
      vodType: createFacetColumn(),
    },
  }
  return {
    columns,
    slots: () => [...slots.values()],
    slotOf: (programId) => slots.get(programId),

    put(title) {
      const slot = slots.get(title.programId) ?? unused.pop() ?? columns.programId.length
      slots.set(title.programId, slot)
      columns.programId[slot] = title.programId
      columns.publishedAt[slot] = title.publishedAt
      columns.popularity[slot] = title.popularity
      columns.score[slot] = title.score
      columns.titleZh[slot] = byteOrdered(title.titleZh)
      columns.titleEn[slot] = byteOrdered(title.titleEn)
      columns.classify[slot] = CLASSIFY[title.classify]
      columns.isForKids[slot] = title.isForKids
      columns.windows[slot] = title.windows
      for (const name of FACETS) columns.facets[name].put(slot, title.facets[name])
      return slot
    },

    remove(programId) {
      const slot = slots.get(programId)
      if (slot === undefined) return undefined
      slots.delete(programId)
      columns.windows[slot] = []
      unused.push(slot)
      return slot
    },
  }
}
