import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_EPISODE, EMPTY_TITLE } from '#contract/admin/new-title.ts'
import type { TitleContent, TitleEpisode } from '#contract/admin/titles.ts'
import { combineLists } from '../../form/merge.rules.ts'
import { flatVersions, mergeTitles } from './title-merge.rules.ts'
import { changedParts, commonEpisodes, contentOf, partsOf, withPart } from './title-parts.rules.ts'

const person = (personId: string) => ({ personId, name: { zh_HK: personId, en_US: personId } })
const episode = (number: number, more: Partial<TitleEpisode> = {}): TitleEpisode => ({
  ...EMPTY_EPISODE,
  season: 1,
  episode: number,
  ...more,
})
const BASE: TitleContent = {
  ...EMPTY_TITLE,
  programType: 'drama',
  title: { zh_HK: '霓虹盡頭', en_US: 'Where the Neon Ends' },
  actors: [person('a'), person('b')],
  windows: [{ region: 'HK', startsAt: '2026-01-01T00:00:00.000Z', endsAt: null }],
  episodes: [episode(1), episode(2)],
}
const to = (change: Partial<TitleContent>): TitleContent => ({ ...BASE, ...change })
const merge = (mine: Partial<TitleContent>, theirs: Partial<TitleContent>, chosen = {}) =>
  mergeTitles({ base: BASE, mine: to(mine), theirs: to(theirs) }, chosen)

test.each<[string, Partial<TitleContent>, Partial<TitleContent>, Partial<TitleContent>]>([
  [
    'two languages of one name',
    { title: { zh_HK: '霓虹', en_US: BASE.title.en_US } },
    { title: { zh_HK: BASE.title.zh_HK, en_US: 'Neon' } },
    { title: { zh_HK: '霓虹', en_US: 'Neon' } },
  ],
  [
    'people whom both added',
    { actors: [person('a'), person('b'), person('c')] },
    { actors: [person('a'), person('b'), person('d')] },
    { actors: [person('a'), person('b'), person('d'), person('c')] },
  ],
  [
    'one who was removed and one who was added',
    { actors: [person('b')] },
    { actors: [person('a'), person('b'), person('d')] },
    { actors: [person('b'), person('d')] },
  ],
  [
    'another order and one who was added',
    { actors: [person('b'), person('a')] },
    { actors: [person('a'), person('b'), person('d')] },
    { actors: [person('b'), person('a'), person('d')] },
  ],
  [
    'windows of two regions',
    { windows: [...BASE.windows, { region: 'MO', startsAt: '2026-02-01T00:00:00.000Z', endsAt: null }] },
    { windows: [{ ...BASE.windows[0]!, endsAt: '2027-01-01T00:00:00.000Z' }] },
    {
      windows: [
        { ...BASE.windows[0]!, endsAt: '2027-01-01T00:00:00.000Z' },
        { region: 'MO', startsAt: '2026-02-01T00:00:00.000Z', endsAt: null },
      ],
    },
  ],
  [
    'two fields of one episode, and one that was added',
    { episodes: [episode(1, { startPosition: 90 }), episode(2)] },
    { episodes: [episode(1, { endPosition: 2_500 }), episode(2), episode(3)] },
    { episodes: [episode(1, { startPosition: 90, endPosition: 2_500 }), episode(2), episode(3)] },
  ],
  ['the same change twice', { releaseYear: 2026 }, { releaseYear: 2026 }, { releaseYear: 2026 }],
])('%s merge by themselves', (_, mine, theirs, merged) => {
  expect(merge(mine, theirs)).toEqual({ merged: to(merged), unchosen: [] })
})

test.each<[string, Partial<TitleContent>, Partial<TitleContent>]>([
  ['releaseYear', { releaseYear: 2025 }, { releaseYear: 2026 }],
  ['title.zh_HK', { title: { ...BASE.title, zh_HK: 'x' } }, { title: { ...BASE.title, zh_HK: 'y' } }],
  ['windows.HK', { windows: [] }, { windows: [{ ...BASE.windows[0]!, endsAt: '2027-01-01T00:00:00.000Z' }] }],
  ['episodes.S1E2', { episodes: [episode(1)] }, { episodes: [episode(1), episode(2, { image: 'x' })] }],
  ['focus.hero', { focus: { hero: { x: 1, y: 1 }, art: null } }, { focus: { hero: { x: 2, y: 2 }, art: null } }],
  ['actors', { actors: [person('b'), person('a'), person('c')] }, { actors: [person('b'), person('d'), person('a')] }],
])('%s waits for a choice when both changed it', (name, mine, theirs) => {
  expect(merge(mine, theirs).unchosen).toEqual([name])
  expect(merge(mine, theirs, { [name]: 'mine' }).merged).toEqual(to(mine))
  expect(merge(mine, theirs, { [name]: 'theirs' }).merged).toEqual(to(theirs))
})

test('an episode that one side removed and the other left alone is gone', () => {
  expect(merge({ episodes: [episode(1)] }, {}).merged.episodes).toEqual([episode(1)])
  expect(merge({}, { episodes: [episode(2)] }).merged.episodes).toEqual([episode(2)])
})

test('the order of keys is no change', () => {
  const { zh_HK, en_US } = BASE.title
  const other = {
    ...BASE,
    title: { en_US, zh_HK },
    actors: [{ name: { en_US: 'a', zh_HK: 'a' }, personId: 'a' }, person('b')],
  }
  expect(changedParts(BASE, other)).toEqual([])
})

test('parts make the title again, also one with two episodes of one number', () => {
  const twice = to({ episodes: [episode(1), episode(1, { image: 'x' }), episode(2)] })
  for (const content of [BASE, EMPTY_TITLE, twice])
    expect(contentOf(partsOf(content, commonEpisodes([content, BASE])))).toEqual(content)
})

test('one value of an old version is taken into the draft, and nothing else', () => {
  const old = to({
    releaseYear: 1999,
    title: { zh_HK: '舊', en_US: 'Old' },
    episodes: [episode(1), episode(2), episode(9)],
  })
  expect(withPart(BASE, 'title.en_US', old)).toEqual(to({ title: { zh_HK: BASE.title.zh_HK, en_US: 'Old' } }))
  expect(withPart(BASE, 'episodes.S1E9', old).episodes).toEqual(old.episodes)
  expect(withPart(old, 'episodes.S1E9', BASE).episodes).toEqual(BASE.episodes)
})

test('lists never lose an item that a side added, nor keep one that a side removed', () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 6 })
  fc.assert(
    fc.property(list, list, list, (base, mine, theirs) => {
      const combined = combineLists([base, mine, theirs], String)
      if (!combined) return
      for (const side of [mine, theirs])
        for (const item of side)
          if (!base.includes(item)) expect(combined).toContain(item)
          else if (mine.includes(item) && theirs.includes(item)) expect(combined).toContain(item)
      for (const item of base) if (!mine.includes(item) || !theirs.includes(item)) expect(combined).not.toContain(item)
      expect(new Set(combined).size).toBe(combined.length)
    }),
  )
})

/** Changes of one part each. */
const CHANGES: readonly ((content: TitleContent, value: number) => TitleContent)[] = [
  (content, value) => ({ ...content, title: { ...content.title, zh_HK: `zh${value}` } }),
  (content, value) => ({ ...content, title: { ...content.title, en_US: `en${value}` } }),
  (content, value) => ({ ...content, releaseYear: 1900 + value }),
  (content, value) => ({ ...content, credits: value }),
  (content, value) => ({ ...content, actors: [...content.actors, person(`p${value}`)] }),
  (content, value) => ({
    ...content,
    windows: [{ ...BASE.windows[0]!, endsAt: `20${30 + value}-01-01T00:00:00.000Z` }],
  }),
  (content, value) => ({ ...content, episodes: [...content.episodes, episode(10 + value)] }),
  (content, value) => ({
    ...content,
    episodes: content.episodes.map((each) => (each.episode === 1 ? { ...each, endPosition: value } : each)),
  }),
]

test('of random changes of two operators none is lost, and each conflict is shown', () => {
  const change = fc.tuple(fc.nat(CHANGES.length - 1), fc.integer({ min: 1, max: 60 }))
  const steps = fc.uniqueArray(change, { maxLength: 8, selector: ([, value]) => value })
  const after = (content: TitleContent, list: readonly (readonly [number, number])[]) =>
    list.reduce((now, [at, value]) => CHANGES[at]!(now, value), content)
  fc.assert(
    fc.property(steps, steps, (left, right) => {
      const titles = { base: BASE, mine: after(BASE, left), theirs: after(BASE, right) }
      const { merged, unchosen } = mergeTitles(titles)
      const { versions, names } = flatVersions({ ...titles, base: merged })
      const before = flatVersions(titles).versions
      for (const name of names.filter((each) => !unchosen.includes(each) && each !== 'actors')) {
        const text = (side: typeof versions.base) => JSON.stringify(side[name])
        const isMine = JSON.stringify(before.base[name]) !== text(before.mine)
        if (name in before.mine) expect(text(versions.base)).toBe(text(isMine ? before.mine : before.theirs))
      }
      for (const { personId } of [...titles.mine.actors, ...titles.theirs.actors])
        expect(merged.actors.map((each) => each.personId)).toContain(personId)
    }),
  )
})
