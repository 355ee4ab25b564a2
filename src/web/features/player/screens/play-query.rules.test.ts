import { expect, test } from 'vitest'
import type { Program } from '#contract/programs.ts'
import { episodeAddress, findEpisode, readPlayQuery } from './play-query.rules.ts'

const read = (query: string) => readPlayQuery(new URLSearchParams(query))

test('the query of the route is parsed', () => {
  expect(
    read(
      'programId=p&programGuid=g&position=61.5&startShowPoint=3&startPosition=33&endPosition=90&previewURL=/p/a/b.mp4',
    ),
  ).toEqual({
    programId: 'p',
    programGuid: 'g',
    position: 61.5,
    previewURL: '/p/a/b.mp4',
    kind: 'movie',
    startShowPoint: 3,
    startPosition: 33,
    endPosition: 90,
  })
})

test.each(['position=-1', 'position=x', 'position=Infinity', 'position=NaN', ''])(
  '%s starts at the beginning',
  (query) => {
    expect(read(query).position).toBe(0)
  },
)

test('only the trailer is another kind', () => {
  expect(read('kind=trailer').kind).toBe('trailer')
  expect(read('kind=preview').kind).toBe('movie')
})

test('an episode is found by its id, else by its number', () => {
  const program = {
    dramaList: [
      { programGuid: 'a', episode: 1 },
      { programGuid: 'b', episode: 2 },
    ],
  } as unknown as Program
  expect(findEpisode(program, 'b', 1)?.programGuid).toBe('b')
  expect(findEpisode(program, '', 2)?.programGuid).toBe('b')
  expect(findEpisode(program, 'x', 9)).toBeUndefined()
  expect(findEpisode(undefined, 'a', 1)).toBeUndefined()
})

test('a link to the player of movies that names an episode is that of the episode, with the rest of its query', () => {
  const series = {
    dramaList: [
      { programGuid: 'p.1', episode: 1 },
      { programGuid: 'p.2', episode: 2 },
    ],
  } as Program
  const query = new URLSearchParams('programId=p&position=61.5')
  expect(episodeAddress(series, 'p.2', query)).toBe('/PlayDrama/2?programId=p&position=61.5&programGuid=p.2')
  expect(episodeAddress(series, 'p.9', query)).toBeUndefined()
  expect(episodeAddress({ dramaList: [] as Program['dramaList'] } as Program, 'p', query)).toBeUndefined()
  expect(episodeAddress(undefined, 'p.2', query)).toBeUndefined()
})
