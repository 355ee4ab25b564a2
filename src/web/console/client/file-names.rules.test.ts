import { expect, test } from 'vitest'
import { isSubtitle, languageInName, sizeText } from './file-names.rules.ts'

test.each([
  ['film.zh-Hant.srt', 'zh-Hant'],
  ['film_en.vtt', 'en'],
  ['film.srt', ''],
  ['en.srt', ''],
])('the name %s says the language “%s”', (name, language) => {
  expect([isSubtitle(name), languageInName(name)]).toEqual([true, language])
})

test.each([
  [1, '1 kB'],
  [2_500_000, '2.5 MB'],
  [96_200_000_000, '96.2 GB'],
])('%d bytes are %s', (bytes, written) => {
  expect(sizeText(bytes)).toBe(written)
})
