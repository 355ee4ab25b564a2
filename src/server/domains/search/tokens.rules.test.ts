import { describe, expect, test } from 'vitest'
import { readJyutping, withoutTones } from './normalize.rules.ts'
import { anyOrderQuery, matchOf, pieceOf, readQuery } from './query.rules.ts'
import { personTokens, searchText, titleTokens } from './tokens.rules.ts'

const tiersOf = (tokens: readonly { token: string; tier: number }[]) =>
  Object.fromEntries(tokens.map(({ token, tier }) => [token, tier]))

describe('a title is found by', () => {
  const tiers = tiersOf(titleTokens({ zh: '無間道', en: 'The Dark Knight II', aliases: ['Mole'] }))
  test.each([
    ['its start', '无间道', 10],
    ['its middle', '间道', 20],
    ['the English after the article', 'darkknightii', 10],
    ['a Roman numeral as a digit', 'darkknight2', 10],
    ['a whole word', '=knight', 9],
    ['its first whole word', '=dark', 7],
    ['Jyutping', 'mougaandou', 50],
    ['Jyutping from a later syllable', 'gaandou', 56],
    ['initials', 'mgd', 60],
    ['an alias', 'mole', 30],
  ])('%s: %s', (_, token, tier) => {
    expect(tiers[token]).toBe(tier)
  })

  test('articles and prepositions alone are no words', () => {
    expect(tiers['=the']).toBeUndefined()
  })

  test('another reading of one character', () => {
    const read = tiersOf(titleTokens({ zh: '樂樂', en: 'Music', aliases: [] }))
    expect(Object.keys(read)).toEqual(expect.arrayContaining(['loklok', 'ngoklok', 'lokngok']))
  })
})

test('a person is found by both names, each of their words, and Jyutping', () => {
  const tiers = tiersOf(personTokens({ zh: '岑望舒', en: 'Shum Mong-shu' }))
  expect(tiers).toMatchObject({ 岑望舒: 40, 望舒: 42, shummongshu: 40, mongshu: 42, sammongsyu: 44 })
})

test('the text for words in any order has words, runs, syllables and pairs of characters', () => {
  const { names, all, lexemes } = searchText({ zh: '夜渡', en: 'Night', aliases: [] }, [{ zh: '霍知秋', en: 'Fok' }])
  expect(names).toBe(' 夜渡 je dou night ')
  expect(all).toBe(' 夜渡 je dou night 霍知秋 fok zi cau ')
  expect(lexemes).toEqual(expect.arrayContaining(['夜渡', '夜', 'night', '霍知', '知秋', 'zi']))
})

test.each([
  ['mou4gaan3dou6', 'mougaandou'],
  ['mou4gaan', 'mougaan'],
  ['area51', 'area51'],
  ['2046', '2046'],
  ['x2y', 'xy'],
])('%s without tones is %s', (typed, expected) => {
  expect(withoutTones(typed)).toBe(expected)
})

test('Jyutping is shown with tones', () => {
  expect(readJyutping('無間潮')).toBe('mou4 gaan3 ciu4')
  expect(readJyutping('Night')).toBe('')
})

test.each([
  ['knight dark', "'knight':* & 'dark':*"],
  ['無間 dou4', "'无间' & 'dou':*"],
  ['無間', undefined],
  ['a b', undefined],
  ["it's ' | & !", "'its':* & 'and':*"],
])('%j in any order is %s', (typed, expected) => {
  expect(anyOrderQuery(readQuery(typed).parts)).toBe(expected)
})

test.each([
  ['夜渡鯉魚門', '鲤鱼', '鯉魚'],
  ['Night Crossing', 'nightcro', 'Night Cro'],
  ['Tom & Kay', 'tomand', 'Tom &'],
  ['Night', 'day', ''],
  ['Night', '', ''],
])('of %j the key %j matches %j', (text, key, piece) => {
  expect(pieceOf(text, key)).toBe(piece)
})

describe('the shown part of a match', () => {
  const names = { zh: '夜渡', en: 'Night', aliases: ['The Last Ferry'], people: [{ zh: '霍知秋', en: 'Fok' }] }
  test.each([
    ['夜', { matched: '夜', line: '' }],
    ['last f', { matched: 'Last F', line: 'The Last Ferry' }],
    ['霍', { matched: '霍', line: '霍知秋' }],
    ['je6dou', { matched: '', line: 'je6 dou6' }],
    ['jd', { matched: '', line: 'je6 dou6' }],
    ['ngiht', { matched: '', line: '' }],
  ])('matches %s', (typed, match) => {
    expect(matchOf(names, readQuery(typed))).toEqual(match)
  })
})
