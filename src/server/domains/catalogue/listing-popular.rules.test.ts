import { expect, test } from 'vitest'
import type { ListedTitle } from './titles-model.ts'
import { createOpenWindows } from './listing-columns.rules.ts'
import { createListing } from './lists.service.ts'

const AT = Temporal.Instant.from('2026-11-21T04:00:00Z')
const microseconds = (instant: Temporal.Instant): number => Number(instant.epochNanoseconds / 1000n)
const OPEN = { region: 'HK', from: 0, until: Infinity }

const aListed = (programId: string, change: Partial<ListedTitle> = {}): ListedTitle => ({
  programId,
  classify: 'movie',
  isForKids: false,
  facets: { genre: ['drama'], year: [], country: [], language: [], vodType: [], restriction: ['I'], runningTime: [] },
  popularity: 1,
  score: 0,
  publishedAt: 0,
  titleZh: '',
  titleEn: '',
  windows: [OPEN],
  ...change,
})

function listingOf(...titles: ListedTitle[]) {
  const listing = createListing()
  listing.change({ titles, gone: [] })
  const popular = ({
    region = 'HK',
    kids = false,
    now = AT,
    classify = undefined as ListedTitle['classify'] | undefined,
  } = {}) =>
    listing.popular({ viewerScope: { region, kids, now }, classify, perKind: 2 }).map(({ programId }) => programId)
  return { listing, popular }
}

test('popular titles are so many of each kind, the most popular first, each with its rank in its kind and genre', () => {
  const { listing } = listingOf(
    aListed('a', { popularity: 9 }),
    aListed('b', { popularity: 8, facets: { ...aListed('').facets, genre: ['action', 'drama'] } }),
    aListed('c', { popularity: 7 }),
    aListed('d', { popularity: 6, classify: 'drama' }),
    aListed('e', { popularity: 5, classify: 'drama' }),
  )
  expect(listing.popular({ viewerScope: { region: 'HK', kids: false, now: AT }, perKind: 2 })).toEqual([
    { programId: 'a', genreRank: 1, genres: ['drama'], restriction: 'I' },
    { programId: 'b', genreRank: 1, genres: ['action', 'drama'], restriction: 'I' },
    { programId: 'd', genreRank: 1, genres: ['drama'], restriction: 'I' },
    { programId: 'e', genreRank: 2, genres: ['drama'], restriction: 'I' },
  ])
})

test('a changed title changes the popular titles that were found before it', () => {
  const { listing, popular } = listingOf(aListed('a', { popularity: 9 }), aListed('b', { popularity: 8 }), aListed('c'))
  expect(popular()).toEqual(['a', 'b'])
  listing.change({ titles: [aListed('c', { popularity: 10 })], gone: ['b'] })
  expect(popular()).toEqual(['c', 'a'])
})

test('a window that opens or closes changes them', () => {
  const later = AT.add({ seconds: 1 })
  const { popular } = listingOf(
    aListed('closes', { windows: [{ ...OPEN, until: microseconds(later) }] }),
    aListed('opens', { windows: [{ ...OPEN, from: microseconds(later) }] }),
  )
  expect(popular()).toEqual(['closes'])
  expect(popular({ now: later })).toEqual(['opens'])
  expect(popular()).toEqual(['closes'])
})

test('a preview at another instant leaves in place what was found for viewers', () => {
  const later = AT.add({ seconds: 1 })
  const windows = createOpenWindows([[{ ...OPEN, from: microseconds(later) }]])
  const viewers = { region: 'HK', kids: false, now: AT }
  const found = windows.of(viewers)
  expect([...windows.of({ ...viewers, now: later, isPreview: true })]).toEqual([1])
  expect(windows.of(viewers)).toBe(found)
  expect([...found]).toEqual([0])
})

test('viewers of another region, children and lists of one kind each have their own', () => {
  const { popular } = listingOf(
    aListed('all', { windows: [OPEN, { ...OPEN, region: 'MO' }] }),
    aListed('forkids', { isForKids: true, classify: 'kids' }),
  )
  expect(popular()).toEqual(['all', 'forkids'])
  expect(popular({ region: 'MO' })).toEqual(['all'])
  expect(popular({ kids: true })).toEqual(['forkids'])
  expect(popular({ classify: 'movie' })).toEqual(['all'])
  expect(popular()).toEqual(['all', 'forkids'])
})
