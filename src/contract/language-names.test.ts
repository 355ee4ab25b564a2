import { expect, test } from 'vitest'
import { languages as en } from '#text/en_US/languages.ts'
import { languages as zh } from '#text/zh_HK/languages.ts'
import { languageName, nameInItself } from './language-names.ts'

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

test.each([
  ['zh-Hant', '繁體中文'],
  ['yue', '粵語'],
  ['ja', '日本語'],
  ['??', '??'],
])('a track in %s is named %s, in its own language', (tag, name) => expect(nameInItself(tag)).toBe(name))
