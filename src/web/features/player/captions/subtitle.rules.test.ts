import { expect, test } from 'vitest'
import { chosenSubtitle } from './subtitle.rules.ts'

const tracks = ['zh-Hant', 'en'].map((lang) => ({ lang, label: lang, url: `/${lang}.vtt` }))

test.each([
  [undefined, 'zh-Hant'],
  ['en', 'en'],
  ['fr', 'zh-Hant'],
  ['off', undefined],
])('the preference %s shows %s', (preferred, lang) => {
  expect(chosenSubtitle(tracks, preferred)?.lang).toBe(lang)
})

test('without tracks nothing is shown', () => {
  expect(chosenSubtitle([], 'en')).toBeUndefined()
})
