import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Program, ProgramCard } from '#contract/programs.ts'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { startOnClick, discardPreload, preloadTitle } from './preload-on-hover.ts'

const started = vi.hoisted(() => vi.fn<(request: object) => void>())
const prefetched = vi.hoisted(() => vi.fn<(program: ProgramCard) => Promise<void>>(async () => {}))
vi.mock('../navigation/routes.tsx', () => ({ preloadScreen() {} }))
vi.mock('./layers.tsx', () => ({ CONTENT_WARNING: { preload() {} }, PURCHASE: { preload() {} } }))
vi.mock('#web/features/player/engine/preload-player.ts', () => ({
  prefetchPlay: prefetched,
  startPreloaded: started,
  discardPreload: () => {},
}))

const card = { programId: 'tram', programGuid: 'tram-1', programType: 'movie' } as ProgramCard
const tram = { ...card, access: 'play', warning: '' } as Program
const link = { pathname: '/play', search: '?programId=tram&programGuid=tram-1&position=90' }
let isReducedMotion: boolean

beforeEach(() => {
  isReducedMotion = true
  stubBrowser()
  vi.stubGlobal('matchMedia', () => ({ matches: isReducedMotion }))
})

afterEach(() => {
  discardPreload()
  started.mockClear()
  prefetched.mockClear()
  vi.unstubAllGlobals()
})

test('with reduced motion a click starts the preloaded title at the position of its link', () => {
  preloadTitle(tram)
  void startOnClick(link)
  expect(started.mock.calls).toEqual([[{ programGuid: 'tram-1', start: 90 }]])
})

test.each([
  ['nothing is preloaded', undefined],
  ['only its card is known', card],
  ['its warning is not accepted', { ...tram, warning: 'Strobe lights' }],
  ['another title was preloaded since', { ...tram, programId: 'ferry' }],
  ['a refused title was preloaded since', { ...tram, programId: 'ferry', access: 'deny' } as Program],
])('a click starts nothing when %s', (_, program) => {
  if (program) preloadTitle(program)
  void startOnClick(link)
  expect(started).not.toHaveBeenCalled()
})

test.each([
  ['another screen', { pathname: '/category/list', search: link.search }],
  ['its trailer', { ...link, search: `${link.search}&kind=trailer` }],
  ['a preview file', { ...link, search: `${link.search}&previewURL=x` }],
])('a click on a link to %s starts nothing', (_, to) => {
  preloadTitle(tram)
  void startOnClick(to)
  expect(started).not.toHaveBeenCalled()
})

test('a click starts nothing when a route transition comes first', () => {
  isReducedMotion = false
  preloadTitle(tram)
  void startOnClick(link)
  expect(started).not.toHaveBeenCalled()
})

test('a discarded preload is not started', () => {
  preloadTitle(tram)
  discardPreload()
  void startOnClick(link)
  expect(started).not.toHaveBeenCalled()
})

test.each<[string, Partial<Program>, boolean]>([
  ['that may be played', {}, true],
  ['with a content warning', { warning: 'Strobe lights' }, true],
  ['of which only a card is known', { access: undefined }, true],
  ['that takes a login', { access: 'login' }, false],
  ['that takes the parental code', { access: 'parental' }, false],
  ['that is refused', { access: 'deny' }, false],
  ['that is not encoded yet', { preparing: true }, false],
  ['that is on sale', { access: 'buy' }, false],
  ['that is on sale, with a content warning', { access: 'buy', warning: 'Strobe lights' }, false],
])('a title %s is ordered ahead: %o %s', (...[, facts, isOrdered]) => {
  preloadTitle({ ...tram, ...facts } as Program)
  expect(prefetched).toHaveBeenCalledTimes(isOrdered ? 1 : 0)
})
