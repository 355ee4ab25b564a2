import { expect, test } from 'vitest'
import { type ComparedTitle, indexTitles, similarTo } from './similar.rules.ts'

const aCompared = (programId: string, change: Partial<ComparedTitle> = {}): ComparedTitle => ({
  programId,
  programType: 'movie',
  classify: 'movie',
  kids: false,
  isForKids: false,
  restriction: 'I',
  genres: [],
  tags: [],
  country: ['HK'],
  releaseYear: 2025,
  popularity: 0,
  publishedAt: 0,
  people: [],
  coWatched: [],
  ...change,
})

const base = aCompared('base', { genres: ['drama', 'action'], tags: ['sea', 'night'], people: ['fok', 'lam'] })
const similar = (...others: ComparedTitle[]) => similarTo(indexTitles([base, ...others]), 'base')
const ids = (list: readonly { programId: string }[]) => list.map(({ programId }) => programId)

test('titles with more in common come first; those with nothing in common are left out', () => {
  const found = similar(
    aCompared('genre', { genres: ['drama'] }),
    aCompared('tags', { tags: ['sea', 'night'] }),
    aCompared('person', { people: ['fok'] }),
    aCompared('all', { genres: ['drama', 'action'], tags: ['sea'], people: ['fok'] }),
    aCompared('nothing', { genres: ['romance'] }),
  )
  expect(ids(found)).toEqual(['all', 'tags', 'person', 'genre'])
})

test.each([
  ['a nearer year', { releaseYear: 2024 }, { releaseYear: 1990, popularity: 9 }],
  ['the same country', {}, { country: ['JP'], popularity: 9 }],
  ['popularity, where all is alike', { popularity: 9 }, { popularity: 8 }],
  ['what viewers watch together', { coWatched: [] }, { people: ['fok'], popularity: 9 }],
])('%s decides how similar titles are', (rule, first, second) => {
  const coWatched = rule.startsWith('what viewers') ? [{ programId: 'first', strength: 0.9 }] : []
  const titles = [
    { ...base, coWatched },
    aCompared('second', { genres: ['drama'], ...second }),
    aCompared('first', { genres: ['drama'], ...first }),
  ]
  expect(ids(similarTo(indexTitles(titles), 'base'))).toEqual(['first', 'second'])
})

test('the reason is the most telling: often watched together, a person, a tag, watched together, a genre', () => {
  const coWatched = [
    { programId: 'often', strength: 0.6 },
    { programId: 'sometimes', strength: 0.2 },
    { programId: 'person', strength: 0.2 },
  ]
  const titles = [
    { ...base, coWatched },
    aCompared('often', { people: ['fok'] }),
    aCompared('sometimes', { genres: ['drama'] }),
    aCompared('person', { people: ['other', 'lam', 'fok'], tags: ['sea'] }),
    aCompared('tag', { tags: ['sea', 'night'], genres: ['drama'] }),
    aCompared('genre', { genres: ['action'] }),
  ]
  const reasons = similarTo(indexTitles(titles), 'base').map(({ programId, reason, key }) => [
    programId,
    `${reason} ${key}`,
  ])
  expect(Object.fromEntries(reasons)).toEqual({
    often: 'coWatched ',
    sometimes: 'coWatched ',
    person: 'samePerson lam',
    tag: 'sameTag night',
    genre: 'sameGenre action',
  })
})

test('both types and titles for kids are kept, however many others are more alike', () => {
  const kidsBase = aCompared('base', { kids: true, isForKids: true, genres: ['family'], people: ['fok'] })
  const many = Array.from({ length: 200 }, (_, n) =>
    aCompared(`wrong-${n}`, { kids: true, genres: ['family'], people: ['fok'], popularity: n }),
  )
  const kids = aCompared('kids', { kids: true, isForKids: true, genres: ['family'] })
  const series = aCompared('series', { programType: 'drama', genres: ['family'] })
  const found = ids(similarTo(indexTitles([kidsBase, ...many, kids, series]), 'base'))
  expect(found).toContain('kids')
  expect(found).toContain('series')
  expect(found.length).toBeLessThanOrEqual(96)
})

test('a new title is compared with all of its genre, however many are more popular', () => {
  const popular = Array.from({ length: 400 }, (_, n) =>
    aCompared(`popular-${n}`, { genres: ['drama'], popularity: 500 - n }),
  )
  const fresh = aCompared('fresh', { genres: ['drama', 'action'], publishedAt: 9 })
  expect(ids(similar(...popular, fresh))[0]).toBe('fresh')
})

test('an unknown title is like none', () => {
  expect(similarTo(indexTitles([base]), 'nowhere')).toEqual([])
})
