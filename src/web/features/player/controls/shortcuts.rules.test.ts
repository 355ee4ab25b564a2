import { expect, test } from 'vitest'
import { shortcutsFor } from './shortcuts.rules.ts'

const meanings = (facts: Parameters<typeof shortcutsFor>[0]) => shortcutsFor(facts).map(({ means }) => means)
const ALWAYS = ['volume', 'mute', 'fullscreen', 'subtitles', 'help']

test('an episode has all shortcuts; a movie none of another episode', () => {
  const movie = meanings({ hasEpisodes: false, isRoom: false, isGuest: false })
  expect(movie.toSorted()).toEqual([...ALWAYS, 'toggle', 'skip', 'jump', 'speed'].toSorted())
  const episode = meanings({ hasEpisodes: true, isRoom: false, isGuest: false })
  expect(episode.filter((one) => !movie.includes(one))).toEqual(['episodes'])
})

test('in a private screening nobody changes the speed', () => {
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
