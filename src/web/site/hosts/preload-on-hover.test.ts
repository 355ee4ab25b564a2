import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Program, ProgramCard } from '#contract/programs.ts'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { startOnClick, discardPreload, readyToPlay } from './preload-on-hover.ts'

const begun = vi.hoisted(() => vi.fn<(request: object) => void>())
vi.mock('../navigation/routes.tsx', () => ({ preloadScreen() {} }))
vi.mock('#web/features/player/engine/preload-player.ts', () => ({
  prefetchPlay: async () => {},
  startPreloaded: begun,
  discardPreload: () => {},
}))

const card = { programId: 'tram', programGuid: 'tram-1', programType: 'movie' } as ProgramCard
const tram = { ...card, access: 'play', warning: '' } as Program
const place = { pathname: '/play', search: '?programId=tram&programGuid=tram-1&position=90' }
let isStill: boolean

beforeEach(() => {
  isStill = true
  stubBrowser()
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
})

afterEach(() => {
  discardPreload()
  begun.mockClear()
  vi.unstubAllGlobals()
})

test('without motion the press begins the title that was made ready, from where its link leads', () => {
  readyToPlay(tram)
  startOnClick(place)
  expect(begun.mock.calls).toEqual([[{ programGuid: 'tram-1', start: 90 }]])
})

test.each([
  ['nothing was made ready', undefined],
  ['only its card is known', card],
  ['its warning has not been read', { ...tram, warning: 'Strobe lights' }],
  ['another was made ready since', { ...tram, programId: 'ferry' }],
  ['one that cannot be played was looked at since', { ...tram, programId: 'ferry', access: 'deny' } as Program],
])('the press begins nothing when %s', (_, program) => {
  if (program) readyToPlay(program)
  startOnClick(place)
  expect(begun).not.toHaveBeenCalled()
})

test.each([
  ['another screen', { pathname: '/category/list', search: place.search }],
  ['its trailer', { ...place, search: `${place.search}&kind=trailer` }],
  ['a preview file', { ...place, search: `${place.search}&previewURL=x` }],
])('the press begins nothing on the way to %s', (_, to) => {
  readyToPlay(tram)
  startOnClick(to)
  expect(begun).not.toHaveBeenCalled()
})

test('where the curtain comes first, the press begins nothing', () => {
  isStill = false
  readyToPlay(tram)
  startOnClick(place)
  expect(begun).not.toHaveBeenCalled()
})

test('what was given up is not begun', () => {
  readyToPlay(tram)
  discardPreload()
  startOnClick(place)
  expect(begun).not.toHaveBeenCalled()
})
