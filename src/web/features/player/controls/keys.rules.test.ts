import { expect, test } from 'vitest'
import { commandOf, mayRepeat, shortcutsFor, stepSpeed } from './keys.rules.ts'

const pressKey = (code: string, more = {}) =>
  commandOf({ code, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more })

test.each([
  ['Space', { do: 'toggle' }],
  ['KeyK', { do: 'toggle' }],
  ['ArrowLeft', { do: 'skip', seconds: -10 }],
  ['ArrowRight', { do: 'skip', seconds: 10 }],
  ['ArrowUp', { do: 'volume', step: 0.05 }],
  ['ArrowDown', { do: 'volume', step: -0.05 }],
  ['KeyM', { do: 'mute' }],
  ['KeyF', { do: 'fullscreen' }],
  ['KeyC', { do: 'subtitles' }],
  ['KeyN', { do: 'next' }],
  ['KeyP', { do: 'previous' }],
  ['Digit0', { do: 'jump', tenth: 0 }],
  ['Numpad9', { do: 'jump', tenth: 9 }],
])('%s', (code, command) => {
  expect(pressKey(code)).toEqual(command)
})

test('< > and ? need shift', () => {
  expect(pressKey('Comma')).toBeNull()
  expect(pressKey('Comma', { shiftKey: true })).toEqual({ do: 'speed', step: -1 })
  expect(pressKey('Period', { shiftKey: true })).toEqual({ do: 'speed', step: 1 })
  expect(pressKey('Slash', { shiftKey: true })).toEqual({ do: 'help' })
})

test.each(['ctrlKey', 'altKey', 'metaKey'])('with %s a key belongs to the browser', (held) => {
  expect(pressKey('KeyF', { [held]: true })).toBeNull()
  expect(pressKey('Digit1', { [held]: true })).toBeNull()
})

test('other keys have no command', () => {
  expect(pressKey('KeyQ')).toBeNull()
  expect(pressKey('KeyF', { shiftKey: true })).toBeNull()
})

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.5, -1, 0.5],
  [3, -1, 1.5],
] as const)('from %s by %s to %s', (rate, step, expected) => {
  expect(stepSpeed(rate, step)).toBe(expected)
})

test('a held key repeats steps and toggles only once', () => {
  const repeating = ['ArrowLeft', 'KeyL', 'ArrowUp', 'ArrowDown']
  const once = ['Space', 'KeyK', 'KeyM', 'KeyF', 'KeyC', 'KeyN', 'Digit5']
  expect(repeating.filter((code) => !mayRepeat(pressKey(code)!))).toEqual([])
  expect(once.filter((code) => mayRepeat(pressKey(code)!))).toEqual([])
})

const meanings = (facts: Parameters<typeof shortcutsFor>[0]) => shortcutsFor(facts).map(({ means }) => means)
const ALWAYS = ['volume', 'mute', 'fullscreen', 'subtitles', 'help']

test('an episode has all shortcuts; a movie none of another episode', () => {
  const movie = meanings({ hasEpisodes: false, isRoom: false, isGuest: false })
  expect(movie.toSorted()).toEqual([...ALWAYS, 'toggle', 'skip', 'jump', 'speed'].toSorted())
  const episode = meanings({ hasEpisodes: true, isRoom: false, isGuest: false })
  expect(episode.filter((one) => !movie.includes(one))).toEqual(['episodes'])
})

test('in a private screening the speed is fixed', () => {
  const host = meanings({ hasEpisodes: false, isRoom: true, isGuest: false })
  expect(host.toSorted()).toEqual([...ALWAYS, 'toggle', 'skip', 'jump'].toSorted())
})

test('a guest of a private screening has what changes nothing for the others', () => {
  expect(meanings({ hasEpisodes: false, isRoom: true, isGuest: true })).toEqual(ALWAYS)
})

test('the ten digits are a range', () => {
  const facts = { hasEpisodes: false, isRoom: false, isGuest: false }
  expect(shortcutsFor(facts).find(({ means }) => means === 'jump')?.keys).toEqual(['0–9'])
})
