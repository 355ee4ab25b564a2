import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Program, ProgramCard } from '#contract/programs.ts'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { startOnClick, discardPreload, preloadTitle } from './preload-on-hover.ts'

const started = vi.hoisted(() => vi.fn<(request: object) => void>())
vi.mock('../navigation/routes.tsx', () => ({ preloadScreen() {} }))
vi.mock('#web/features/player/engine/preload-player.ts', () => ({
  prefetchPlay: async () => {},
  startPreloaded: started,
  discardPreload: () => {},
}))

const card = { programId: 'title', programGuid: 'title-1', programType: 'movie' } as ProgramCard
const title = { ...card, access: 'play', warning: '' } as Program
const location = { pathname: '/play', search: '?programId=title&programGuid=title-1&position=90' }
let isStill: boolean

beforeEach(() => {
  isStill = true
  stubBrowser()
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
})

afterEach(() => {
  discardPreload()
  started.mockClear()
  vi.unstubAllGlobals()
})

test('without motion the press begins the title that was made ready, from where its link leads', () => {
  preloadTitle(title)
  startOnClick(location)
  expect(started.mock.calls).toEqual([[{ programGuid: 'title-1', start: 90 }]])
})

test.each([
  ['nothing was made ready', undefined],
  ['only its card is known', card],
  ['its warning has not been read', { ...title, warning: 'Strobe lights' }],
  ['another was made ready since', { ...title, programId: 'ferry' }],
  ['one that cannot be played was looked at since', { ...title, programId: 'ferry', access: 'deny' } as Program],
])('the press begins nothing when %s', (_, program) => {
  if (program) preloadTitle(program)
  startOnClick(location)
  expect(started).not.toHaveBeenCalled()
})

test.each([
  ['another screen', { pathname: '/category/list', search: location.search }],
  ['its trailer', { ...location, search: `${location.search}&kind=trailer` }],
  ['a preview file', { ...location, search: `${location.search}&previewURL=x` }],
])('the press begins nothing on the way to %s', (_, to) => {
  preloadTitle(title)
  startOnClick(to)
  expect(started).not.toHaveBeenCalled()
})

test('with a route transition, the click starts nothing', () => {
  isStill = false
  preloadTitle(title)
  startOnClick(location)
  expect(started).not.toHaveBeenCalled()
})

test('what was given up is not started', () => {
  preloadTitle(title)
  discardPreload()
  startOnClick(location)
  expect(started).not.toHaveBeenCalled()
})
