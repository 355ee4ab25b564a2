import { expect, test } from 'vitest'
import { bannerLink } from './banner-link.ts'

const detail = (programId: string) => `#/here?programId=${programId}`
const banner = { bannerType: 'drama', movieId: '', url: '' } as const

test('a title opens its overlay, a category its list', () => {
  expect(bannerLink({ ...banner, movieId: 'neon' }, detail)).toBe('#/here?programId=neon')
  expect(bannerLink({ ...banner, bannerType: 'category', url: 'rain' }, detail)).toBe(
    '#/category/rolling-category?categoryId=rain',
  )
})

test('only a web address is an outside page', () => {
  expect(bannerLink({ ...banner, bannerType: 'url', url: 'https://example.com/' }, detail)).toBe('https://example.com/')
  expect(bannerLink({ ...banner, bannerType: 'url', url: 'javascript:alert(1)' }, detail)).toBeUndefined()
})

test('a screen that does not exist is not linked', () => {
  expect(bannerLink({ ...banner, bannerType: 'register' }, detail)).toBeUndefined()
  expect(bannerLink({ ...banner, bannerType: 'product', url: '1' }, detail)).toBeUndefined()
})
