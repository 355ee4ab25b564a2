import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { closeOverlay, overlayOf } from './detail-overlay-link.ts'

const navigate = vi.fn<(to: unknown, options?: object) => void>()
let browser: ReturnType<typeof stubBrowser>

/** What the address and its history entry are now, whatever has been rendered of it. */
function stepTo(hash: string, usr: object | null = null) {
  browser.location.hash = hash
  Object.assign(history, { state: { usr, key: hash, idx: 1 } })
  browser.dispatch('popstate')
}

beforeEach(() => {
  navigate.mockClear()
  browser = stubBrowser()
})
afterEach(() => {
  browser.dispatch('popstate')
  vi.unstubAllGlobals()
})

test('closing goes back over as many titles as the history entry counts', () => {
  stepTo('#/movie?programId=b', { overlaySteps: 2 })
  closeOverlay(navigate)
  expect(navigate.mock.calls).toEqual([[-2]])
})

test('two clicks at once go back once, also before history has moved', () => {
  stepTo('#/movie?programId=a', { overlaySteps: 1 })
  closeOverlay(navigate)
  closeOverlay(navigate)
  expect(navigate).toHaveBeenCalledOnce()
  // Opened again by Forward, the same entry can be closed again.
  stepTo('#/movie')
  stepTo('#/movie?programId=a', { overlaySteps: 1 })
  closeOverlay(navigate)
  expect(navigate).toHaveBeenCalledTimes(2)
})

test('closing does nothing once the address has left the title', () => {
  stepTo('#/movie?genre=drama')
  closeOverlay(navigate)
  expect(navigate).not.toHaveBeenCalled()
})

test('a title that was the first page loses its parameter; the rest of the address stays', () => {
  stepTo('#/category/rollingCategory?categoryId=x&programId=a')
  closeOverlay(navigate)
  expect(navigate.mock.calls).toEqual([['/category/rollingCategory?categoryId=x', { replace: true }]])
})

test.each([
  '#/play?programId=a&programGuid=a',
  '#/play/?programId=a&programGuid=a',
  '#/PlayDrama/3?programId=a&programGuid=a.s1e3&episode=3',
])('closing does nothing at %s, a route of the player', (hash) => {
  for (const overlaySteps of [0, 1]) {
    stepTo(hash, { overlaySteps })
    closeOverlay(navigate)
  }
  expect(navigate).not.toHaveBeenCalled()
})

test('a route that only starts like the player’s is another route', () => {
  stepTo('#/playground?programId=a')
  closeOverlay(navigate)
  expect(navigate).toHaveBeenCalledOnce()
})

test.each([
  ['/category/list', 'a'],
  ['/playground', 'a'],
  ['/play', undefined],
  ['/PlayDrama/3', undefined],
])('a programId in the query of %s opens its overlay: %s', (pathname, open) => {
  expect(overlayOf({ pathname, search: '?programId=a' })).toBe(open)
  expect(overlayOf({ pathname, search: '' })).toBeUndefined()
})
