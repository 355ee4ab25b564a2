import { expect, test } from 'vitest'
import { asksGenres, pick } from './genres.rules.ts'

test('a genre is added, and removed by the next click', () => {
  expect(pick([], 'drama')).toEqual({ kind: 'picked', genres: ['drama'] })
  expect(pick(['drama', 'comedy'], 'drama')).toEqual({ kind: 'picked', genres: ['comedy'] })
})

test('three can be picked, a fourth cannot, and the three stay', () => {
  expect(pick(['drama', 'comedy'], 'family')).toEqual({ kind: 'picked', genres: ['drama', 'comedy', 'family'] })
  expect(pick(['drama', 'comedy', 'family'], 'horror')).toEqual({ kind: 'full' })
})

test('with three, one of them can still be taken away', () => {
  expect(pick(['drama', 'comedy', 'family'], 'comedy')).toEqual({ kind: 'picked', genres: ['drama', 'family'] })
})

const ADDED = { deletable: true, childrenModel: false, preferences: [] }

test.each([
  ['an added profile that was never chosen', ADDED, true],
  ['one that was chosen before', { ...ADDED, lastUsedAt: '2026-11-22T00:00:00Z' }, false],
  ['one that has its genres', { ...ADDED, preferences: ['drama' as const] }, false],
  ['a child’s', { ...ADDED, childrenModel: true }, false],
  ['the owner’s', { ...ADDED, deletable: false }, false],
])('asks for genres, of %s: %o gives %s', (_, profile, expected) => {
  expect(asksGenres(profile)).toBe(expected)
})
