import { beforeEach, expect, test } from 'vitest'
import { createNameLookup, type NameLookup } from './name-lookup.rules.ts'
import { createNameTable, type NameTable } from './name-table.rules.ts'
import type { NamedTitle } from './search-model.ts'
import { createTokenTableBuilder, type TokenTable } from './token-table.rules.ts'

const NOW = Temporal.Instant.from('2026-11-21T04:00:00Z')
const micros = (instant: Temporal.Instant) => Number(instant.epochNanoseconds / 1000n)
const WINDOW = { region: 'HK', from: 0, until: Infinity }
/** So many that what is found is remembered. */
const MANY = 400
/** The tier of the tokens. */
const TIER = 3

let table: NameTable
let tokens: { titles: TokenTable; people: TokenTable }
let lookup: NameLookup

const aTitle = (n: number, changes: Partial<NamedTitle> = {}): NamedTitle => ({
  titleId: n,
  revision: '1',
  popularity: n,
  isForKids: n % 2 === 0,
  windows: [WINDOW],
  names: ` night ${n}`,
  people: [n % 3],
  directors: [],
  shown: {
    programId: `title-${n}`,
    programType: 'movie',
    title: { zh: `夜${n}`, en: `Night ${n}` },
    aliases: [],
    image: '',
    restriction: 'I',
    releaseYear: 2020,
  },
  ...changes,
})

function tokensOf(token: string, count: number): TokenTable {
  const builder = createTokenTableBuilder()
  const lines = Array.from({ length: count }, (_, n) => `${token}${n}\t${TIER}\t${n}`)
  const inByteOrder = lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  builder.add(inByteOrder.join('\n'), (id) => id)
  return builder.build()
}

beforeEach(() => {
  table = createNameTable()
  for (const n of [0, 1, 2])
    table.putPerson({ personNo: n, personId: `p-${n}`, zh: '霍', en: `Fok ${n}`, text: ` fok${n}` })
  for (let n = 0; n < MANY; n++) table.putTitle(aTitle(n))
  tokens = { titles: tokensOf('night', MANY), people: tokensOf('fok', 3) }
  lookup = createNameLookup(table, tokens)
})

const best = ({ region = 'HK', kids = false, now = NOW, limit = 2 } = {}) =>
  lookup.findByKey('night', { viewerScope: { region, kids, now }, limit }).map(({ programId }) => programId)

test('results of a frequent key are cached for each viewer scope and length, until a change; those of a rare one are not', () => {
  const VIEWER_SCOPES = [
    { region: 'HK', kids: false, now: NOW },
    { region: 'HK', kids: true, now: NOW },
    { region: 'MO', kids: true, now: NOW },
  ]
  const findAll = (key: string) =>
    VIEWER_SCOPES.flatMap((viewerScope) => [2, 1].map((limit) => lookup.findByKey(key, { viewerScope, limit })))
  const first = findAll('night')
  expect(first.map((found) => found.map(({ programId }) => programId))).toEqual([
    ['title-399', 'title-398'],
    ['title-399'],
    ['title-398', 'title-396'],
    ['title-398'],
    [],
    [],
  ])
  for (const [n, found] of findAll('night').entries()) expect(found).toBe(first[n])
  table.endChange()
  for (const [n, found] of findAll('night').entries()) {
    expect(found).not.toBe(first[n])
    expect(found).toEqual(first[n])
  }
  const rare = findAll('night39')
  for (const [n, found] of findAll('night39').entries()) expect(found).not.toBe(rare[n])
})

test('a title that changed is found as it is now', () => {
  expect(best()).toEqual(['title-399', 'title-398'])
  table.putTitle(aTitle(5, { popularity: 1000 }))
  table.endChange()
  expect(best()).toEqual(['title-5', 'title-399'])

  tokens.titles.replace(5, [{ token: 'dawn', tier: TIER }])
  table.endChange()
  expect(best()).toEqual(['title-399', 'title-398'])

  tokens.titles.replace(table.removeTitle('title-399')!, [])
  table.endChange()
  expect(best()).toEqual(['title-398', 'title-397'])
})

test('a title is found from the moment its window opens until it closes', () => {
  const [opens, closes] = [NOW.add({ seconds: 5 }), NOW.add({ seconds: 9 })]
  table.putTitle(
    aTitle(7, { popularity: 1000, windows: [{ region: 'HK', from: micros(opens), until: micros(closes) }] }),
  )
  table.endChange()
  const firstAt = (now: Temporal.Instant) => best({ now, limit: 1 })[0]
  expect(firstAt(opens.subtract({ microseconds: 1 }))).toBe('title-399')
  expect(firstAt(opens)).toBe('title-7')
  expect(firstAt(closes.subtract({ microseconds: 1 }))).toBe('title-7')
  expect(firstAt(closes)).toBe('title-399')
})

test('people are found under their present names, with the titles that the viewer may see', () => {
  const viewerScope = { region: 'HK', kids: true, now: NOW }
  const people = () => lookup.findPeople('fok', { viewerScope, limit: 3 })
  const before = people()
  expect(before.map(({ personId }) => personId).toSorted()).toEqual(['p-0', 'p-1', 'p-2'])
  expect(before.reduce((sum, { titles }) => sum + titles, 0)).toBe(MANY / 2)
  expect(lookup.findShown([3], 'fok')[0]!.people).toEqual([{ zh: '霍', en: 'Fok 0' }])

  tokens.people.replace(0, [{ token: 'lok', tier: TIER }])
  table.endChange()
  expect(
    people()
      .map(({ personId }) => personId)
      .toSorted(),
  ).toEqual(['p-1', 'p-2'])
  expect(lookup.findShown([3], 'fok')[0]!.people).toEqual([])
})
