import { expect, test } from 'vitest'
import { cards as cardsEn, categories as categoriesEn } from '#text/en_US/viewer.ts'
import { cards as cardsZh, categories as categoriesZh } from '#text/zh_HK/viewer.ts'
import {
  choicesOf,
  filterNames,
  hasFilters,
  isOffered,
  nameOfValue,
  readSelection,
  withChoice,
  withoutFilters,
} from './filters.rules.ts'

const adult = { kids: false }

test('the address says what is chosen; words that mean nothing are not passed on', () => {
  expect(readSelection('?categoryId=x&genre=drama&year=2024&sort=score&page=9', adult)).toEqual({
    sort: 'score',
    filters: { genre: 'drama', year: '2024' },
  })
  expect(readSelection('?sort=cheapest', adult).sort).toBeUndefined()
})

test('the reader’s own language in the address is no filter', () => {
  expect(readSelection('?categoryId=x&language=en_US', adult).filters).toEqual({})
  expect(readSelection('?spoken=yue', adult).filters).toEqual({ language: 'yue' })
})

test('running time and class are in the address; children cannot choose class III or a price', () => {
  const search = '?runningTime=60-90&restriction=III&vodType=VIP'
  expect(readSelection(search, adult).filters).toEqual({ runningTime: '60-90', restriction: 'III', vodType: 'VIP' })
  expect(readSelection(search, { kids: true }).filters).toEqual({ runningTime: '60-90' })
  expect(readSelection('?restriction=I,III', { kids: true }).filters).toEqual({})
  expect(readSelection('?restriction=I,IIA', { kids: true }).filters).toEqual({ restriction: 'I,IIA' })
  expect(readSelection('?restriction=IIA', { kids: true }).filters).toEqual({ restriction: 'IIA' })
  expect(filterNames(true)).not.toContain('vodType')
})

test('one choice changes one word, an empty one takes it away', () => {
  expect(withChoice('?categoryId=x&genre=drama', 'genre', 'horror')).toBe('?categoryId=x&genre=horror')
  expect(withChoice('?categoryId=x&genre=drama', 'genre', '')).toBe('?categoryId=x')
  expect(withChoice('?categoryId=x', 'language', 'yue')).toBe('?categoryId=x&spoken=yue')
})

test('clearing keeps the category and the order', () => {
  const cleared = withoutFilters('?categoryId=x&genre=drama&spoken=yue&sort=title')
  expect(cleared).toBe('?categoryId=x&sort=title')
  expect(hasFilters(readSelection(cleared, adult))).toBe(false)
})

test('a chosen value that leaves nothing can still be seen and undone', () => {
  const facets = {
    genre: [{ value: 'drama', label: '劇情', count: 3 }],
    year: [],
    country: [],
    language: [],
    vodType: [],
    restriction: [],
    runningTime: [],
  }
  expect(choicesOf(facets, 'genre', 'horror')).toContainEqual({ value: 'horror', label: '', count: 0 })
  expect(choicesOf(facets, 'genre', 'drama')).toHaveLength(1)
  expect(choicesOf(undefined, 'genre', undefined)).toEqual([])
})

test('a class between the first and the last is followed by all up to it, whose titles are counted together', () => {
  const classes = (...counts: [string, number][]) => ({
    genre: [],
    year: [],
    country: [],
    language: [],
    vodType: [],
    restriction: counts.map(([value, count]) => ({ value, label: value, count })),
    runningTime: [],
  })
  const chosen = (value: string, ...counts: [string, number][]) =>
    choicesOf(classes(...counts), 'restriction', value).find((choice) => choice.value === value)?.count
  // With a price whose titles end at this class.
  expect(chosen('I,IIA', ['I', 2], ['IIA', 3])).toBe(5)
  expect(chosen('I,IIA', ['IIA', 3])).toBe(3)
  expect(chosen('I,IIA', ['IIB', 4])).toBe(0)
  const offered = (...counts: [string, number][]) =>
    choicesOf(classes(...counts), 'restriction', undefined).map(({ value, count }) => [value, count])
  expect(offered(['I', 8], ['IIA', 7], ['IIB', 6], ['III', 4])).toEqual([
    ['I', 8],
    ['IIA', 7],
    ['I,IIA', 15],
    ['IIB', 6],
    ['I,IIA,IIB', 21],
    ['III', 4],
  ])
  expect(offered(['IIA', 7], ['IIB', 6], ['III', 4])).toContainEqual(['I,IIA,IIB', 13])
  expect(offered(['I', 8], ['IIA', 7])).toEqual([
    ['I', 8],
    ['IIA', 7],
  ])
})

test('years come newest first, whatever their number of titles', () => {
  const years = ['2019', '2025', '2022'].map((value, at) => ({ value, label: value, count: 9 - at }))
  const facets = { genre: [], year: years, country: [], language: [], vodType: [], restriction: [], runningTime: [] }
  expect(choicesOf(facets, 'year', undefined).map(({ value }) => value)).toEqual(['2025', '2022', '2019'])
})

test('a filter is offered where it leaves a choice; of running times one is told too', () => {
  const value = (one: string) => ({ value: one, label: one, count: 1 })
  const facets = {
    genre: [value('drama')],
    year: [value('2024'), value('2025')],
    country: [],
    language: [],
    vodType: [],
    restriction: [],
    runningTime: [value('0-30')],
  }
  const offered = filterNames(false).filter((name) => isOffered(facets, name, undefined))
  expect(offered).toEqual(['year', 'runningTime'])
  expect(isOffered(facets, 'country', 'HK')).toBe(true)
})

test.each([
  ['genre', 'horror', '恐怖', 'Horror'],
  ['vodType', 'VIP', '通行證', 'Pass'],
  ['year', '1990', '1990', '1990'],
  ['restriction', 'IIB', '第 IIB 級', 'Category IIB'],
  ['restriction', 'I,IIA', '第 IIA 級或以下', 'Up to IIA'],
  ['restriction', 'IIA,III', 'IIA,III', 'IIA,III'],
  ['runningTime', '0-30', '少於 30 分鐘', 'Under 30 min'],
  ['country', 'HK', '香港', 'Hong Kong'],
  ['language', 'ja', '日文', 'Japanese'],
  ['language', 'yue', '粵語', 'Cantonese'],
  ['genre', 'nonsense', 'nonsense', 'nonsense'],
  ['country', '??', '??', '??'],
] as const)('the %s %s that leaves nothing is still called by its name', (name, value, zh, en) => {
  expect(nameOfValue(name, value, { cards: cardsZh, categories: categoriesZh, language: 'zh_HK' })).toBe(zh)
  expect(nameOfValue(name, value, { cards: cardsEn, categories: categoriesEn, language: 'en_US' })).toBe(en)
})
