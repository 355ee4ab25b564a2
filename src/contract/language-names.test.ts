import { expect, test } from 'vitest'
import { languages as en } from '#text/en_US/languages.ts'
import { languages as zh } from '#text/zh_HK/languages.ts'
import { languageName } from './language-names.ts'

test.each([
  ['yue', '粵語', 'Cantonese'],
  ['cmn', '普通話', 'Mandarin'],
  ['zh-Hant', '繁體中文', 'Traditional Chinese'],
  ['zh-Hans', '簡體中文', 'Simplified Chinese'],
  ['ja', '日文', 'Japanese'],
  ['xx', 'xx', 'xx'],
  ['??', '??', '??'],
  ['', '', ''],
])('the language “%s” is called %s in Chinese, %s in English', (tag, inChinese, inEnglish) => {
  expect(languageName(tag, { locale: 'zh-HK', own: zh })).toBe(inChinese)
  expect(languageName(tag, { locale: 'en', own: en })).toBe(inEnglish)
})
