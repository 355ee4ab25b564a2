import { expect, test } from 'vitest'
import { pick } from './genres.rules.ts'

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
