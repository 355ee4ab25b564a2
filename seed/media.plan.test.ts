import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planMedia, type SeedClip, type TitleClips } from './media.plan.ts'
import type { SeedTitle } from './titles.mapping.ts'

const read = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')) as T
const titles = await read<SeedTitle[]>('titles.json')
const { clips } = await read<{ clips: SeedClip[] }>('clips/clips.json')
const map = await read<Record<string, TitleClips>>('clips/map.json')
const plan = (mode: 'full' | 'small') => planMedia({ titles, clips, map, popular: ['wok', 'tram'], mode })

test('plans every film, every episode and a trailer of each title once', () => {
  const keys = plan('full').map(({ role, programGuid }) => `${role} ${programGuid}`)
  const things = titles.reduce((sum, { episodes = [] }) => sum + Math.max(1, episodes.length), 0)
  expect(keys).toHaveLength(things + titles.length)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(['full', 'small'] as const)('every file of the %s plan exists', (mode) => {
  const files = plan(mode).flatMap(({ file, subtitles }) => [file, ...subtitles.map((one) => one.file)])
  expect([...new Set(files)].filter((file) => !existsSync(join(import.meta.dirname, 'clips', file)))).toEqual([])
})

test('the small set has a film for every free title, and only short clips', () => {
  const small = plan('small')
  const guids = new Set(small.filter(({ role }) => role === 'film').map(({ programId }) => programId))
  expect(titles.filter(({ id, vodTypes }) => vodTypes.includes('free') && !guids.has(id))).toEqual([])
  expect(small.filter(({ file }) => !file.startsWith('small/'))).toEqual([])
})

test('class III has no public preview', () => {
  const adult = new Set(titles.filter((title) => title.class === 'III').map(({ id }) => id))
  expect(plan('full').filter(({ programId, hasPreview }) => adult.has(programId) === hasPreview)).toEqual([])
})

test('popular free titles come first', () => {
  expect(
    plan('full')
      .slice(0, 2)
      .map(({ programGuid }) => programGuid),
  ).toEqual(['wok.s1e1', 'tram'])
})

test('reports the name of a missing clip', () => {
  expect(() => planMedia({ titles, clips, map: { tram: { film: 'lost' } }, popular: [], mode: 'full' })).toThrow(
    'tram uses lost',
  )
})
