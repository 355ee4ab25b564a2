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

test('closing leads back over as many titles as the present entry counts', () => {
  stepTo('#/movie?programId=b', { overlaySteps: 2 })
  closeOverlay(navigate)
  expect(navigate.mock.calls).toEqual([[-2]])
})

test('two presses at once are one step, also before history has taken it', () => {
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

test('an address that has left the title already is left alone', () => {
  stepTo('#/movie?genre=drama')
  closeOverlay(navigate)
  expect(navigate).not.toHaveBeenCalled()
})

test('a title that was opened first just leaves the address, and the rest of it stays', () => {
  stepTo('#/category/rollingCategory?categoryId=x&programId=a')
  closeOverlay(navigate)
  expect(navigate.mock.calls).toEqual([['/category/rollingCategory?categoryId=x', { replace: true }]])
})

test.each([
  '#/play?programId=a&programGuid=a',
  '#/play/?programId=a&programGuid=a',
  '#/PlayDrama/3?programId=a&programGuid=a.s1e3&episode=3',
])('%s is the player’s: an overlay that closes during the route transition leaves it alone', (hash) => {
  for (const overlaySteps of [0, 1]) {
    stepTo(hash, { overlaySteps })
    closeOverlay(navigate)
  }
  expect(navigate).not.toHaveBeenCalled()
})

test('a page whose name only begins like the player’s is none', () => {
  stepTo('#/playground?programId=a')
  closeOverlay(navigate)
  expect(navigate).toHaveBeenCalledOnce()
})

test.each([
  ['/category/list', 'a'],
  ['/playground', 'a'],
  ['/play', undefined],
  ['/PlayDrama/3', undefined],
])('the title that an address of %s names is open over it: %s', (pathname, open) => {
  expect(overlayOf({ pathname, search: '?programId=a' })).toBe(open)
  expect(overlayOf({ pathname, search: '' })).toBeUndefined()
})
