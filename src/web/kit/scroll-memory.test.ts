import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/support/fake-browser.ts'

const visit = async (type: string) => {
  vi.resetModules()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never])
  return import('./scroll-memory.ts')
}

beforeEach(() => void stubBrowser())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a scroll position is kept across a reload, and when coming back from another site', async () => {
  const before = await visit('navigate')
  before.rememberScroll('page k /category/list', 900)
  before.persistScrollPositions()
  for (const type of ['reload', 'back_forward']) {
    expect((await visit(type)).scrollPositionOf('page k /category/list')).toBe(900)
  }
})

test('a typed address starts at the top', async () => {
  const before = await visit('navigate')
  before.rememberScroll('page k', 900)
  before.persistScrollPositions()
  expect((await visit('navigate')).scrollPositionOf('page k')).toBe(0)
})

test('only the newest are kept, and a stored value that cannot be read counts as none', async () => {
  const before = await visit('navigate')
  for (let at = 0; at < 700; at += 1) before.rememberScroll(`p${at}`, at)
  before.persistScrollPositions()
  expect(before.scrollPositionOf('p0')).toBe(0)
  expect(before.scrollPositionOf('p699')).toBe(699)
  expect(JSON.parse(sessionStorage.getItem('harbour.places') ?? '[]')).toHaveLength(100)
  sessionStorage.setItem('harbour.places', '{')
  expect((await visit('reload')).scrollPositionOf('p699')).toBe(0)
})

test('cleared positions are not stored again by the unload that follows, nor are later ones', async () => {
  const before = await visit('navigate')
  before.rememberScroll('page k /setup/credits', 900)
  before.persistScrollPositions()
  before.forgetScrollPositions()
  before.rememberScroll('page k /setup/credits', 400)
  before.persistScrollPositions()
  expect(sessionStorage.getItem('harbour.places')).toBeNull()
  expect((await visit('reload')).scrollPositionOf('page k /setup/credits')).toBe(0)
})
