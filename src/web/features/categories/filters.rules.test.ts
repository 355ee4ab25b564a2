import { expect, test } from 'vitest'
import { cards as cardsEn, categories as categoriesEn } from '#text/en_US/viewer.ts'
import { cards as cardsZh, categories as categoriesZh } from '#text/zh_HK/viewer.ts'
import { choicesOf, hasFilters, nameOfValue, readSelection, withChoice, withoutFilters } from './filters.rules.ts'

test('the address says what is chosen; words that mean nothing are not passed on', () => {
  expect(readSelection('?categoryId=x&genre=drama&year=2024&sort=score&page=9')).toEqual({
    sort: 'score',
    filters: { genre: 'drama', year: '2024' },
  })
  expect(readSelection('?sort=cheapest').sort).toBeUndefined()
})

test('the reader’s own language in the address is no filter', () => {
  expect(readSelection('?categoryId=x&language=en_US').filters).toEqual({})
  expect(readSelection('?spoken=yue').filters).toEqual({ language: 'yue' })
})

test('one choice changes one word, an empty one takes it away', () => {
  expect(withChoice('?categoryId=x&genre=drama', 'genre', 'horror')).toBe('?categoryId=x&genre=horror')
  expect(withChoice('?categoryId=x&genre=drama', 'genre', '')).toBe('?categoryId=x')
  expect(withChoice('?categoryId=x', 'language', 'yue')).toBe('?categoryId=x&spoken=yue')
})

test('clearing keeps the category and the order', () => {
  const cleared = withoutFilters('?categoryId=x&genre=drama&spoken=yue&sort=title')
  expect(cleared).toBe('?categoryId=x&sort=title')
  expect(hasFilters(readSelection(cleared))).toBe(false)
})

test('a chosen value that leaves nothing can still be seen and undone', () => {
  const facets = {
    genre: [{ value: 'drama', label: '劇情', count: 3 }],
    year: [],
    country: [],
    language: [],
    vodType: [],
  }
  expect(choicesOf(facets, 'genre', 'horror')).toContainEqual({ value: 'horror', label: '', count: 0 })
  expect(choicesOf(facets, 'genre', 'drama')).toHaveLength(1)
  expect(choicesOf(undefined, 'genre', undefined)).toEqual([])
})

test.each([
  ['genre', 'horror', '恐怖', 'Horror'],
  ['vodType', 'VIP', '通行證', 'Pass'],
  ['year', '1990', '1990', '1990'],
  ['country', 'HK', '香港', 'Hong Kong'],
  ['language', 'ja', '日文', 'Japanese'],
  ['language', 'yue', '粵語', 'Cantonese'],
  ['genre', 'nonsense', 'nonsense', 'nonsense'],
  ['country', '??', '??', '??'],
] as const)('the %s %s that leaves nothing is still called by its name', (name, value, zh, en) => {
  expect(nameOfValue(name, value, { cards: cardsZh, categories: categoriesZh, language: 'zh_HK' })).toBe(zh)
  expect(nameOfValue(name, value, { cards: cardsEn, categories: categoriesEn, language: 'en_US' })).toBe(en)
})
