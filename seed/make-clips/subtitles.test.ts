import { expect, test } from 'vitest'
import { filmSeconds } from './film.ts'
import { FILMS } from './films.ts'
import { CARD_SHOWN } from './image/stamp.ts'
import { toSrt } from './subtitles.ts'

test('converts lines to numbered SubRip blocks in the given language', () => {
  const lines = [[61.25, 62.9999, '早晨', 'Good morning']] as const
  expect(toSrt(lines, 'zh-Hant')).toBe('1\n00:01:01,250 --> 00:01:03,000\n早晨\n')
  expect(toSrt(lines, 'en')).toContain('\nGood morning\n')
})

test.each(FILMS)('no line of $id is spoken over its title', ({ lines }) => {
  expect(lines[0]![0]).toBeGreaterThanOrEqual(CARD_SHOWN.gone)
})

test.each(FILMS)('the lines of $id are sequential and end before the clip does', (film) => {
  const times = film.lines.flatMap(([start, end]) => [start, end])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(filmSeconds(film))
})
