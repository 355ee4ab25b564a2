import { describe, expect, test } from 'vitest'
import { bannerLink } from './banner-link.ts'

const detail = (programId: string) => `#/here?programId=${programId}`
const banner = { bannerType: 'drama', movieId: '', url: '' } as const
const own = (href: string) => ({ href, isExternal: false })

test.each([
  [{ movieId: 'neon' }, '#/here?programId=neon'],
  [{ bannerType: 'category', url: 'rain' }, '#/category/rolling-category?categoryId=rain'],
  [{ bannerType: 'category', url: 'nights', promotion: 'open' }, '#/category/promote-category?categoryId=nights'],
  [{ bannerType: 'category', url: 'late', promotion: 'adult' }, '#/category/promote-category?categoryId=late&adult=1'],
  [{ bannerType: 'product', url: 'tram-dvd' }, '#/special-sale-detail?goodsId=tram-dvd'],
  [{ bannerType: 'register' }, '#/category/registration'],
  [{ bannerType: 'url', url: '/category/movie' }, '#/category/movie'],
  [{ bannerType: 'url', url: '#/monthlyfee?planId=x' }, '#/monthlyfee?planId=x'],
] as const)('a banner with %o leads to %s', (change, href) => {
  expect(bannerLink({ ...banner, ...change }, detail)).toEqual(own(href))
})

test('another site is opened as such', () => {
  const link = bannerLink({ ...banner, bannerType: 'url', url: 'https://example.com/?a=b' }, detail)
  expect(link).toEqual({ href: 'https://example.com/?a=b', isExternal: true })
})

test.each([{}, { bannerType: 'category' }, { bannerType: 'product' }, { bannerType: 'url' }] as const)(
  '%o names nothing to lead to',
  (change) => {
    expect(bannerLink({ ...banner, ...change }, detail)).toBeUndefined()
  },
)

describe('an address that would leave the site unseen is not followed', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/\\evil.example/',
    '#//evil.example/',
    'https://harbour.example@evil.example/',
    'http:evil.example',
    ' https://evil.example/',
    'https://',
    'category/movie',
    '/a b',
    '/x\ny',
  ])('%j', (url) => {
    expect(bannerLink({ ...banner, bannerType: 'url', url }, detail)).toBeUndefined()
  })
})
