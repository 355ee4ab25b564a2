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
