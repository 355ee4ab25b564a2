import { expect, test } from 'vitest'
import { listHomeBanner } from '#contract/banners.ts'
import { callUrl, listUrl } from './call-url.ts'

const zh = { language: 'zh_HK', pattern: 'normal' } as const

test('the address holds the input, the language and the pattern, in a fixed order', () => {
  expect(callUrl(listHomeBanner, { place: 'billboard', tabId: '1' }, zh)).toBe(
    '/api_v2/revamp/listHomeBanner?place=billboard&tabId=1&language=zh_HK&pattern=normal',
  )
})

test('parameters that are not given are left out', () => {
  expect(listUrl('/api_v2/x?row=top', { page: 1, genre: undefined, country: '', tags: [] }, zh)).toBe(
    '/api_v2/x?row=top&page=1&language=zh_HK&pattern=normal',
  )
})

test('the language that is spoken in a title does not take the place of the reader’s', () => {
  const url = new URL(listUrl('/api_v2/x', { language: 'yue' }, zh), 'http://x')
  expect(url.searchParams.getAll('language')).toEqual(['yue', 'zh_HK'])
})

test('a chosen profile goes along, a list is joined by commas', () => {
  expect(listUrl('/x', { genre: ['drama', 'horror'] }, { ...zh, profileId: 'p1' })).toBe(
    '/x?genre=drama%2Chorror&profileId=p1&language=zh_HK&pattern=normal',
  )
})
