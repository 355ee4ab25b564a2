import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planMedia, type SeedClip } from './media.plan.ts'
import type { SeedPages } from './pages.mapping.ts'
import type { SeedTitle } from './titles.mapping.ts'

const read = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')) as T
const titles = await read<SeedTitle[]>('titles.json')
const pages = await read<SeedPages>('pages.json')
const { clips } = await read<{ clips: SeedClip[] }>('clips/clips.json')
const plan = (mode: 'full' | 'small' = 'full') => planMedia({ titles, clips, pages, mode })

test('plans a film and a trailer of each title once, which all its episodes play', () => {
  const lean = plan().filter((one) => one.lean)
  expect(lean).toHaveLength(2 * titles.length)
  const guids = lean.flatMap(({ role, programGuid, also }) => [programGuid, ...also].map((guid) => `${role} ${guid}`))
  const things = titles.reduce((sum, { episodes = [] }) => sum + Math.max(1, episodes.length), 0)
  expect(guids).toHaveLength(things + titles.length)
  expect(new Set(guids).size).toBe(guids.length)
})

test('the fifteen films get their ladder when everything else is done, in the full set only', () => {
  const ladders = plan().slice(2 * titles.length)
  const films = clips.filter(({ height }) => height >= 720)
  expect(films).toHaveLength(15)
  expect(ladders.map(({ programId }) => programId).toSorted()).toEqual(films.map(({ id }) => id).toSorted())
  expect(ladders.filter(({ role, lean }) => lean || role !== 'film')).toEqual([])
  // What is brought later takes the place of all that plays the first asset.
  const [first] = ladders
  expect(plan().find((one) => one.programId === first!.programId)).toEqual({ ...first, lean: true })
  expect(plan('small').filter(({ lean }) => !lean)).toEqual([])
})

test('of the films one shows 1080p, and one 2160p in HEVC, which not every device decodes', () => {
  const above = clips.filter(({ height }) => height > 720)
  expect(above.map(({ id, codec, height }) => [id, codec, height])).toEqual([
    ['neon', 'h264', 1080],
    ['northtrain', 'hevc', 2160],
  ])
})

test('names the language of every clip, of which none names one, so that the player offers 粵語', () => {
  expect(new Set(plan().map(({ audioLanguage }) => audioLanguage))).toEqual(new Set(['yue']))
})

test('every title plays its own clip', () => {
  expect(plan().filter(({ programId, file }) => file !== `${programId}.mp4`)).toEqual([])
})

test.each(['full', 'small'] as const)('every file of the %s plan exists', (mode) => {
  const files = plan(mode).flatMap(({ file, subtitles }) => [file, ...subtitles.map((one) => one.file)])
  expect([...new Set(files)].filter((file) => !existsSync(join(import.meta.dirname, 'clips', file)))).toEqual([])
})

test('the small set has the free titles', () => {
  const films = plan('small').filter(({ role }) => role === 'film')
  const free = titles.filter(({ vodTypes }) => vodTypes.includes('free'))
  expect(films.map(({ programId }) => programId).toSorted()).toEqual(free.map(({ id }) => id).toSorted())
})

test('class III has no public preview', () => {
  const adult = new Set(titles.filter((title) => title.class === 'III').map(({ id }) => id))
  expect(plan().filter(({ programId, hasPreview }) => adult.has(programId) === hasPreview)).toEqual([])
})

test('the billboard, the ads and the first row come first, what is encoded last, and then the trailers', () => {
  const films = plan().filter(({ role, lean }) => lean && role === 'film')
  expect(plan().slice(0, titles.length)).toEqual(films)
  const ids = films.map(({ programId }) => programId)
  const first = pages.banners.filter(({ tabId = '1' }) => tabId === '1').flatMap(({ programId }) => programId ?? [])
  const firstMet = new Set([...first, ...pages.popular.slice(0, 10)])
  firstMet.delete('northtrain')
  expect(new Set(ids.slice(0, firstMet.size))).toEqual(firstMet)
  expect(ids.at(-1)).toBe('northtrain')
  expect(ids[0]).toBe('tram')
})

test('reports the title of a missing clip', () => {
  expect(() => planMedia({ titles, clips: [], pages, mode: 'full' })).toThrow('no clip of')
})
