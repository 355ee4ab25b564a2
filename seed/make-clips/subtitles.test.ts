import { expect, test } from 'vitest'
import { filmSeconds } from './film.ts'
import { FILMS } from './films.ts'
import { toSrt } from './subtitles.ts'

test('converts lines to numbered SubRip blocks in the given language', () => {
  const film = { ...FILMS[0]!, lines: [[61.25, 62.9999, '早晨', 'Good morning']] as const }
  expect(toSrt(film, 'zh-Hant')).toBe('1\n00:01:01,250 --> 00:01:03,000\n早晨\n')
  expect(toSrt(film, 'en')).toContain('\nGood morning\n')
})

test.each(FILMS)('the lines of $id are sequential and end before the clip does', (film) => {
  const times = film.lines.flatMap(([start, end]) => [start, end])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(filmSeconds(film))
})
