import { describe, expect, test } from 'vitest'
import { PATHS } from '#web/lib/paths.ts'
import { findRoute, redirectOf, routeAt, ROUTES } from './routes.ts'

const adult = { kidsMode: false }
const child = { kidsMode: true }

describe('the table of routes', () => {
  test('no name and no path stands twice', () => {
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length)
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length)
  })

  test.each([
    ['/category/list', 'Homepage'],
    ['/category/list/', 'Homepage'],
    ['/category/movie', 'Movie'],
    ['/category/drama//', 'Drama'],
    ['/category/kids', 'Kids'],
    ['/category/varietyShow/', 'VarietyShow'],
    ['/category/rolling-category', 'RollingCategory'],
    ['/play', 'Play'],
    ['/play/', 'Play'],
    ['/PlayDrama/12', 'PlayDrama'],
  ])('%s is %s', (path, name) => {
    expect(findRoute(path)?.name).toBe(name)
  })

  test.each([
    '/',
    '/MovieIpMoble',
    '/dramaMoble',
    '/category',
    '/PlayDrama',
    '/PlayDrama/1/2',
    '/playdrama/1',
    '/login',
    '/category/list/x',
    '/%E0%A4%A',
  ])('%s is no screen and goes home', (path) => {
    expect(findRoute(path)).toBeUndefined()
    expect(routeAt(path).name).toBe('Homepage')
    expect(redirectOf(path, adult)).toBe(PATHS.home)
  })

  test('a screen that exists is not left', () => {
    for (const path of ['/category/list', '/category/kids', '/play', '/PlayDrama/1'])
      expect(redirectOf(path, adult)).toBeUndefined()
  })

  test.each(['/category/list', '/category/movie', '/category/drama', '/category/varietyShow', '/', '/unknown'])(
    'in kids mode %s leads to kids home',
    (path) => {
      expect(redirectOf(path, child)).toBe(PATHS.kids)
    },
  )

  test.each(['/category/kids', '/category/rolling-category', '/play', '/PlayDrama/3'])(
    'in kids mode %s stays open',
    (path) => {
      expect(redirectOf(path, child)).toBeUndefined()
    },
  )

  test('only the players have neither header nor footer nor overlay', () => {
    const bare = ROUTES.filter((route) => !route.header && !route.footer && !route.overlay).map(({ name }) => name)
    expect(bare).toEqual(['Play', 'PlayDrama'])
  })

  test('SPEC 4: entering or leaving the players and the rolling category is delayed, nothing else', () => {
    expect(ROUTES.filter(({ delayed }) => delayed).map(({ name }) => name)).toEqual([
      'RollingCategory',
      'Play',
      'PlayDrama',
    ])
  })
})
