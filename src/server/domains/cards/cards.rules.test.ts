import { expect, test } from 'vitest'
import { CARD_DESCRIPTION_MAX, cheapest, inEitherLanguage, orderUrl, previewUrl, shorten } from './cards.rules.ts'

test('a description of 120 characters stays whole, a longer one ends in an ellipsis within 120', () => {
  expect(shorten('字'.repeat(CARD_DESCRIPTION_MAX), CARD_DESCRIPTION_MAX)).toBe('字'.repeat(120))
  expect(shorten('字'.repeat(121), CARD_DESCRIPTION_MAX)).toBe(`${'字'.repeat(119)}…`)
})

test('characters are counted as people count them: a family and a rare Han character are one each, and never cut through', () => {
  const family = '👨‍👩‍👧'
  expect(shorten(`${family}𠮷${family}`, 3)).toBe(`${family}𠮷${family}`)
  expect(shorten(`${family}𠮷${family}${family}`, 3)).toBe(`${family}𠮷…`)
})

test.each([
  ['A tram goes home', 12, 'A tram goes…'],
  ['A tram goes home', 13, 'A tram goes…'],
  ['A tram, goes home', 9, 'A tram…'],
  ['A mother’s only tram', 10, 'A…'],
  ['Incomprehensibilities', 10, 'Incompreh…'],
  ['坐 Tramway 回家去', 6, '坐…'],
  ['坐叮叮回家吃飯', 5, '坐叮叮回…'],
  ['A tram (1904) goes home', 12, 'A tram…'],
  ['他回家看《叮叮》之後', 6, '他回家看…'],
])('no word is cut through: %s in %s', (text, max, short) => {
  expect(shorten(text, max)).toBe(short)
})

test('the cheapest way to watch is named, whatever the order', () => {
  expect(cheapest(['PAY PER RENT', 'VIP UNLIMITED WATCH'])).toBe('VIP UNLIMITED WATCH')
  expect(cheapest(['PAY PER RENT', 'MOVIE VOUCHER'])).toBe('MOVIE VOUCHER')
  expect(cheapest(['VIP UNLIMITED WATCH', 'FREE TO WATCH'])).toBe('FREE TO WATCH')
})

test('an order URL names title, guid and kind', () => {
  expect(orderUrl('crane', 'crane.s1e2', 'movie')).toBe(
    '/api_v2/order?programId=crane&programGuid=crane.s1e2&kind=movie',
  )
})

test('class III has no preview, nor has an asset without one', () => {
  const asset = {
    assetId: 'a',
    durationMs: 1,
    maxResolution: 'HD',
    dolbyAtmos: false,
    dolbyDigital: false,
    dolbyDigitalPlus: false,
    stereoAac51: false,
    subtitleLanguages: [],
    previewKey: 'p/a/h.mp4',
  } as const
  expect(previewUrl({ ...asset, subtitleLanguages: [] }, 'IIB')).toBe('/p/a/h.mp4')
  expect(previewUrl({ ...asset, subtitleLanguages: [] }, 'III')).toBeUndefined()
  expect(previewUrl({ ...asset, subtitleLanguages: [], previewKey: null }, 'I')).toBeUndefined()
  expect(previewUrl(null, 'I')).toBeUndefined()
})

test('a text in one language only is shown in both', () => {
  expect(inEitherLanguage({ zh: '暴力', en: '' }, 'en_US')).toBe('暴力')
  expect(inEitherLanguage({ zh: '', en: 'Violence' }, 'zh_HK')).toBe('Violence')
  expect(inEitherLanguage({ zh: '暴力', en: 'Violence' }, 'en_US')).toBe('Violence')
  expect(inEitherLanguage({ zh: '', en: '' }, 'en_US')).toBe('')
})
