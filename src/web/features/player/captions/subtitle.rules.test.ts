import { expect, test } from 'vitest'
import { chosenSubtitle } from './subtitle.rules.ts'

const tracks = ['zh-Hant', 'en'].map((lang) => ({ lang, label: lang, url: `/${lang}.vtt` }))

test.each([
  [undefined, 'zh-Hant'],
  ['en', 'en'],
  ['fr', 'zh-Hant'],
  ['off', undefined],
])('wishing %s shows %s', (wish, lang) => {
  expect(chosenSubtitle(tracks, wish)?.lang).toBe(lang)
})

test('without tracks there is nothing to show', () => {
  expect(chosenSubtitle([], 'en')).toBeUndefined()
})
