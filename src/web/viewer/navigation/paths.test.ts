import { expect, test } from 'vitest'
import { paths, routerPath } from './paths.ts'

test('parameters that are not given are left out of a link', () => {
  expect(paths.play({ programId: 'a', programGuid: 'a' })).toBe('#/play?programId=a&programGuid=a')
  expect(paths.playDrama({ programId: 'a', programGuid: 'a.s1e2', episode: 2, position: 0 })).toBe(
    '#/PlayDrama/2?programId=a&programGuid=a.s1e2&episode=2&position=0',
  )
})

test('the overlay keeps the query of the screen below it, and gives it back', () => {
  const under = { pathname: '/category/rolling-category', search: '?categoryId=x&genre=drama' }
  const open = paths.detail('neon', under)
  expect(open).toBe('#/category/rolling-category?categoryId=x&genre=drama&programId=neon')
  const [pathname = '', search = ''] = routerPath(open).split('?')
  expect(paths.withoutDetail({ pathname, search: `?${search}` })).toBe(
    '#/category/rolling-category?categoryId=x&genre=drama',
  )
})

test('a query value cannot add parameters', () => {
  expect(paths.rolling('a&b=c#d')).toBe('#/category/rolling-category?categoryId=a%26b%3Dc%23d')
})
