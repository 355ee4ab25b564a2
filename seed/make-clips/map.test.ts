import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILMS } from './films.ts'
import { mapClips, type MappedTitle } from './map.ts'

interface SeedTitle extends MappedTitle {
  kids: boolean
}

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as unknown
const titles = read('../titles.json') as SeedTitle[]
const shipped = read('../clips/map.json') as ReturnType<typeof mapClips>
const clipOf = (id: string) => FILMS.find((film) => film.id === id)
const clipsOf = (id: string) =>
  [shipped[id]!.film ?? [], Object.values(shipped[id]!.episodes ?? {}), shipped[id]!.trailer].flat()

test('map.json matches the generated map', () => {
  expect(shipped).toEqual(mapClips(titles))
})

test.each(titles)('$id has a clip for its film or for each episode', ({ id, episodes }) => {
  const { film, episodes: mapped } = shipped[id]!
  expect(Object.keys(mapped ?? {})).toEqual((episodes ?? []).map(({ n }) => `${id}.s1e${n}`))
  expect(film === undefined).toBe(mapped !== undefined)
  expect(clipsOf(id).filter((clip) => !clipOf(clip))).toEqual([])
})

test.each(titles.filter(({ kids }) => kids))('$id, for children, has only cartoons', ({ id }) => {
  expect(clipsOf(id).filter((clip) => !clipOf(clip)!.kids)).toEqual([])
})

test.each(titles.filter(({ kids }) => !kids))('$id, not for children, has no cartoons', ({ id }) => {
  expect(clipsOf(id).filter((clip) => clipOf(clip)!.kids)).toEqual([])
})

test('the trailer uses the title’s first clip, except for the 4K clip', () => {
  const other = titles.filter(({ id }) => clipsOf(id)[0] !== shipped[id]!.trailer)
  expect(other.map(({ id }) => id)).toEqual(['northtrain'])
})

test('consecutive titles do not start with the same clip', () => {
  const first = titles.map(({ id }) => clipsOf(id)[0])
  const repeated = titles.filter(
    (title, index) => index > 0 && first[index] === first[index - 1] && title.id !== first[index],
  )
  expect(repeated).toEqual([])
})

test('every clip is used', () => {
  const shown = new Set(titles.flatMap(({ id }) => clipsOf(id)))
  expect(FILMS.filter(({ id }) => !shown.has(id))).toEqual([])
})
