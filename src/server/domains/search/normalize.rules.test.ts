import { expect, test } from 'vitest'
import { foldCharacters, KEY_MAX, keyOf, normalize, partsOf, readUnits } from './normalize.rules.ts'

test.each([
  ['traditional', '無間道', '无间道'],
  ['Hong Kong and standard forms', '衛説綫裏', '卫说线里'],
  ['Taiwan forms', '著裡麵群', '着里面群'],
  ['Japanese forms', '気広竜鉄', '气广龙铁'],
  ['variants of Unihan', '粧瞭繖鑛窻蘂', '妆了伞矿窗蕊'],
  ['more variants of Unihan', '糭濶凴擧鬬靑淸鄕珮軆逹錬搥餽躭麐劵', '粽阔凭举斗青清乡佩体达链捶馈耽麟券'],
  ['variants that signs and menus bear', '囍嶋吿歺搾彜欵', '喜岛告餐榨彝款'],
  ['variants that titles and names bear', '皐賍堃喆塲帋幇梅槑磚蠏鉏靴鞾廸羣餠', '皋赃坤哲场纸帮梅梅砖蟹锄靴靴迪群饼'],
])('characters of %s are found by one form', (_, typed, folded) => {
  expect(foldCharacters(typed)).toBe(folded)
})

test.each(['你奶', '煙完', '芸藝', '予預', '沈沉', '丘邱', '他她'])(
  'the characters of %s are no variants of each other',
  (pair) => {
    const [one, other] = pair
    expect(foldCharacters(one!)).not.toBe(foldCharacters(other!))
  },
)

test.each([
  ['full width letters', 'ＡＢＣ１２', 'abc12'],
  ['diacritics', 'Amélie Ångström', 'amelie angstrom'],
  ['letters that have no parts', 'Ørsted Straße', 'orsted strasse'],
  ['apostrophes', "Ocean’s o'clock", 'oceans oclock'],
  ['an ampersand', 'Tom & Kay', 'tom  and  kay'],
])('what is typed is folded before it is compared: %s', (_, typed, folded) => {
  expect(normalize(typed)).toBe(folded)
})

test.each(['spider man', 'spider-man', 'SpiderMan', 'spider・man', '  spider\tman '])(
  '%j has the key spiderman',
  (typed) => {
    expect(keyOf(readUnits(typed))).toBe('spiderman')
  },
)

test('Han characters are units of their own, other letters make words', () => {
  expect(readUnits('九龍2088 Redux').map(({ text }) => text)).toEqual(['九', '龙', '2088', 'redux'])
})

test('runs of Han characters are split only where that is wanted', () => {
  const units = readUnits('霍知秋 夜渡 dou')
  expect(partsOf(units).map(({ text }) => text)).toEqual(['霍知秋夜渡', 'dou'])
  expect(partsOf(units, { split: true }).map(({ text }) => text)).toEqual(['霍知秋', '夜渡', 'dou'])
})

test.each(['%_', "'; drop table title --", '\0', '\uD800', '()&|!:*<->', '', ' '.repeat(5000), '🎬🎬'])(
  '%j leaves letters and digits only',
  (typed) => {
    expect(keyOf(readUnits(typed))).toMatch(/^[\p{L}\p{N}]*$/u)
  },
)

test('a long key is cut between characters', () => {
  const key = keyOf(readUnits('𠮷'.repeat(100)))
  expect(key.length).toBeLessThanOrEqual(KEY_MAX)
  expect(key.isWellFormed()).toBe(true)
})
