import { expect, test } from 'vitest'
import { bySubtitleOrder, languageOf, subtitleTag, writtenLanguageOf } from './languages.rules.ts'

test.each([
  ['chi', null, 'zh'],
  ['chi', 'Cantonese 5.1', 'yue'],
  ['zho', '粵語', 'yue'],
  ['chi', '國語', 'cmn'],
  [null, 'Cantonese', 'yue'],
  ['yue', null, 'yue'],
  ['eng', 'Commentary', 'en'],
  ['und', null, 'und'],
  [null, null, 'und'],
  ['zh-HK', null, 'zh-HK'],
  ['zh-HK', '國語', 'cmn'],
  ['zh-TW', '粵語', 'yue'],
  ['zh-yue', null, 'yue'],
  ['zh-yue-HK', null, 'yue'],
  ['yue-Hant-HK', null, 'yue'],
  ['zh-CHT', null, 'zh'],
  ['zh-cmn-Hans-CN', null, 'zh'],
  ['zh_TW', null, 'zh-TW'],
  ['CHI', null, 'zh'],
  ['cmn', null, 'cmn'],
  ['ces', null, 'cs'],
  ['en-x', null, 'en'],
  ['i-klingon', null, 'und'],
  ['mul', null, 'und'],
  ['zxx', '國語', 'cmn'],
  ['und', '粵語', 'yue'],
  ['English', null, 'en'],
  ['und', 'Português', 'pt'],
  ['"><script>', null, 'und'],
  ['???', null, 'und'],
])('audio language %s with title %s is %s', (code, title, expected) => {
  expect(languageOf(code, title)).toBe(expected)
})

test.each([
  ['chi', null, 'zh-Hant'],
  ['chi', 'Simplified', 'zh-Hans'],
  ['chi', '繁體（簡稱）', 'zh-Hant'],
  ['yue', null, 'zh-Hant'],
  ['zh-HK', null, 'zh-Hant'],
  ['zh-TW', null, 'zh-Hant'],
  ['zh-MO', null, 'zh-Hant'],
  ['zh-CHT', null, 'zh-Hant'],
  ['zh-CHS', null, 'zh-Hans'],
  ['zh-CN', null, 'zh-Hans'],
  ['zh-Hans-HK', null, 'zh-Hans'],
  ['zh-yue', null, 'zh-Hant'],
  [null, '繁體中文', 'zh-Hant'],
  ['und', '简体', 'zh-Hans'],
  ['und', null, 'und'],
  ['eng', null, 'en'],
])('subtitle language %s with title %s is %s', (code, title, expected) => {
  expect(writtenLanguageOf(code, title)).toBe(expected)
})

test.each([
  ['zh-hant', 'zh-Hant'],
  ['zh', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['en-us', 'en-US'],
  ['zh-MO', 'zh-Hant'],
  ['zh-CHT', 'zh-Hant'],
  ['zh-CHS', 'zh-Hans'],
  ['zh-yue', 'yue'],
  ['zh_HK', 'zh-Hant'],
  ['EN', 'en'],
  ['yue', 'yue'],
  ['jv', 'jv'],
  ['hk', null],
  ['jp', null],
  ['cn', null],
  ['xx', null],
  ['i-klingon', null],
  ['../etc', null],
  ['x', null],
  ['', null],
])('the option --subtitle takes the language %s as %s', (input, expected) => {
  expect(subtitleTag(input)).toBe(expected)
})

test('sorts Chinese first, then English, then by tag', () => {
  expect(['th', 'en', 'zh-Hans', 'ja', 'zh-Hant'].toSorted(bySubtitleOrder)).toEqual([
    'zh-Hant',
    'zh-Hans',
    'en',
    'ja',
    'th',
  ])
})

test('a region of traditional Chinese stands first in the menu too', () => {
  expect(['en', 'zh-CN', 'zh-TW', 'und', 'zh-HK', 'zh-Hant'].toSorted(bySubtitleOrder)).toEqual([
    'zh-Hant',
    'zh-HK',
    'zh-TW',
    'zh-CN',
    'en',
    'und',
  ])
})
