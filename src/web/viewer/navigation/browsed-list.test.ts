import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { detailOverBrowsed, rememberBrowsed } from './browsed-list.ts'

beforeEach(() => void stubBrowser())
afterEach(() => vi.unstubAllGlobals())

test('a title opens over the list that was browsed last, with its filters', () => {
  rememberBrowsed({ pathname: '/category/rolling-category', search: '?categoryId=new&restriction=IIA' })
  expect(detailOverBrowsed('runway')).toBe(
    '#/category/rolling-category?categoryId=new&restriction=IIA&programId=runway',
  )
})

test('it replaces the title that was open there', () => {
  rememberBrowsed({ pathname: '/search', search: '?keyword=sea&programId=tram' })
  expect(detailOverBrowsed('runway')).toBe('#/search?keyword=sea&programId=runway')
})

test.each(['/play', '/paypiont', '/subscription-result', '/login', '/profiles'])(
  'a step such as %s is no list: the one before it stays',
  (pathname) => {
    rememberBrowsed({ pathname: '/category/movie', search: '' })
    rememberBrowsed({ pathname, search: '?programId=runway' })
    expect(detailOverBrowsed('runway')).toBe('#/category/movie?programId=runway')
  },
)

test.each([undefined, '/login?x=1', 'nonsense'])('with %s stored it opens over home', (stored) => {
  if (stored !== undefined) sessionStorage.setItem('harbour.browsed', stored)
  expect(detailOverBrowsed('runway')).toBe('#/category/list?programId=runway')
})
