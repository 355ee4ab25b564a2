import { expect, test } from 'vitest'
import { isSubtitle, languageInName, rateOf, secondsLeft, sizeText } from './upload.rules.ts'

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

test('the rate is of what was sent since, and a time left follows from it', () => {
  const rate = rateOf()
  const file = { size: 3_000 } as File
  expect(rate(1_000, 0)).toBeUndefined()
  expect(rate(1_100, 100)).toBeUndefined()
  expect(rate(2_000, 1_000)).toBe(1_000)
  expect(secondsLeft({ file, sent: 2_000, rate: 1_000 })).toBe(1)
  expect(secondsLeft({ file, sent: 2_000, rate: 0 })).toBeUndefined()
})
