import { expect, test } from 'vitest'
import { chosenSubtitle } from './subtitle.rules.ts'

const shown = (chosen: string | undefined, interfaceLanguage: string, langs = ['zh-Hant', 'en']) =>
  chosenSubtitle(
    langs.map((lang) => ({ lang, label: lang, url: `/${lang}.vtt` })),
    { chosen, interfaceLanguage },
  )?.lang

test.each([
  [undefined, 'zh-HK', 'zh-Hant'],
  [undefined, 'en', 'en'],
  [undefined, 'en-US', 'en'],
  // A remembered choice stands before the interface.
  ['zh-Hant', 'en', 'zh-Hant'],
  ['en', 'zh-HK', 'en'],
  ['off', 'en', undefined],
  // One that this title does not have does not.
  ['fr', 'en', 'en'],
])('the choice %s in an interface in %s shows %s', (chosen, language, lang) => {
  expect(shown(chosen, language)).toBe(lang)
})

test.each([
  ['zh-HK', ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
  ['zh-HK', ['zh-Hans', 'yue'], 'yue'],
  ['zh-HK', ['en', 'zh-Hans'], 'zh-Hans'],
  ['en', ['fr', 'ja'], 'fr'],
])('an interface in %s, of %j, shows %s', (language, langs, lang) => {
  expect(shown(undefined, language, langs)).toBe(lang)
})

test('without tracks nothing is shown', () => {
  expect(shown('en', 'en', [])).toBeUndefined()
})
