import { expect, test } from 'vitest'
import type { Restriction } from '#contract/restrictions.ts'
import { inOrder, mix, type Taste } from './mixed.rules.ts'

const popular = [
  { programId: 'drama-1', genreRank: 1, genres: ['drama', 'romance'], restriction: 'I' },
  { programId: 'comedy-1', genreRank: 1, genres: ['comedy'], restriction: 'IIA' },
  { programId: 'drama-2', genreRank: 2, genres: ['drama'], restriction: 'IIB' },
] as const
const name = (en: string) => ({ zh: en, en })
const taste = (change: Partial<Taste>): Taste => ({ shares: {}, recent: [], known: [], ...change })
const ranksOf = (change: Partial<Taste>) => Object.fromEntries(mix(popular, taste(change)).ranks)

test('without a taste titles stand at their rank among those of their kind and genre', () => {
  const { ranks, noteOf } = mix(popular, undefined)
  expect(Object.fromEntries(ranks)).toEqual({ 'drama-1': 1, 'comedy-1': 1, 'drama-2': 2 })
  expect(noteOf('drama-1')).toBeUndefined()
})

test('titles of liked genres come sooner, by all of their genres, and name the one that is liked most', () => {
  const shares = { drama: 0.25, romance: 0.5 }
  expect(ranksOf({ shares })).toEqual({ 'drama-1': 1 / 4, 'comedy-1': 1, 'drama-2': 1 })
  const { noteOf } = mix(popular, taste({ shares }))
  expect(noteOf('drama-1')).toEqual({ kind: 'likedGenre', genre: 'romance' })
  expect(noteOf('drama-2')).toEqual({ kind: 'likedGenre', genre: 'drama' })
  expect(noteOf('comedy-1')).toBeUndefined()
})

test('a title similar to several watched ones takes the better of its ranks, with its reason', () => {
  const recent = [
    { name: name('Last'), restriction: 'I' as const, likes: ['like-1', 'drama-2'] },
    { name: name('Before'), restriction: 'I' as const, likes: ['like-1', 'like-2'] },
    { name: name('Not compared'), restriction: 'I' as const, likes: null },
  ]
  const { ranks, noteOf } = mix(popular, taste({ recent }))
  expect(Object.fromEntries(ranks)).toEqual({
    'drama-1': 1,
    'comedy-1': 1,
    'drama-2': 0.5,
    'like-1': 0.25,
    'like-2': 1,
  })
  expect(noteOf('like-1')).toEqual({ kind: 'becauseWatched', name: name('Last') })
  expect(noteOf('like-2')).toEqual({ kind: 'becauseWatched', name: name('Before') })
})

test('popular titles of class III are for those who watched one lately', () => {
  const titles = [...popular, { programId: 'adult', genreRank: 1, genres: ['drama'], restriction: 'III' as const }]
  const watched = (restriction: Restriction) => taste({ recent: [{ name: name('Last'), restriction, likes: [] }] })
  const isListed = (of: Taste | undefined) => mix(titles, of).ranks.has('adult')
  expect(isListed(undefined)).toBe(false)
  expect(isListed(watched('IIB'))).toBe(false)
  expect(isListed(watched('III'))).toBe(true)
})

test('titles that the profile knows are left out', () => {
  const recent = [{ name: name('Last'), restriction: 'I' as const, likes: ['like-1'] }]
  expect(ranksOf({ recent, known: ['like-1', 'drama-1'] })).toEqual({ 'comedy-1': 1, 'drama-2': 2 })
})

test('similar titles keep their order, without those that the profile knows', () => {
  expect(Object.fromEntries(inOrder(['a', 'b', 'c'], ['b', 'x']).ranks)).toEqual({ a: 0, c: 2 })
})
