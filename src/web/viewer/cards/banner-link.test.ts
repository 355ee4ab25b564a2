import { expect, test } from 'vitest'
import { bannerLink } from './banner-link.ts'

const detail = (programId: string) => `#/here?programId=${programId}`
const banner = { bannerType: 'drama', movieId: '', url: '' } as const

test('a title banner links to its details, a category banner to its list', () => {
  expect(bannerLink({ ...banner, movieId: 'neon' }, detail)).toBe('#/here?programId=neon')
  expect(bannerLink({ ...banner, bannerType: 'category', url: 'rain' }, detail)).toBe(
    '#/category/rolling-category?categoryId=rain',
  )
})

test('only an http(s) URL is an external link', () => {
  expect(bannerLink({ ...banner, bannerType: 'url', url: 'https://example.com/' }, detail)).toBe('https://example.com/')
  expect(bannerLink({ ...banner, bannerType: 'url', url: 'javascript:alert(1)' }, detail)).toBeUndefined()
})

test('a screen that does not exist yet has no link', () => {
  expect(bannerLink({ ...banner, bannerType: 'register' }, detail)).toBeUndefined()
  expect(bannerLink({ ...banner, bannerType: 'product', url: '1' }, detail)).toBeUndefined()
})
