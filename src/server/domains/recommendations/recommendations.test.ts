import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
const page = { page: 1, pageSize: 20 }
const actor = { personId: 'fok', name: { zh: '霍', en: 'Fok' } }
const tag = (id: string) => ({ tagId: id, name: { zh: id, en: id } })

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const writings = [
    aTitle('base', {
      genres: ['drama', 'action'],
      tags: [tag('suspense'), tag('sea')],
      actors: [actor],
      popularity: 1,
    }),
    aTitle('sameall', { genres: ['drama', 'action'], tags: [tag('suspense'), tag('sea')], actors: [actor] }),
    aTitle('sametags', { genres: ['drama'], tags: [tag('suspense'), tag('sea')], popularity: 1 }),
    aTitle('sameperson', { genres: ['comedy'], actors: [actor], popularity: 90 }),
    aTitle('samegenre', { genres: ['drama'], popularity: 99 }),
    aTitle('othergenre', { genres: ['romance'], popularity: 100 }),
    aTitle('forkids', { genres: ['drama'], kids: true, classify: 'kids', popularity: 100 }),
    aTitle('hidden', {
      genres: ['drama', 'action'],
      tags: [tag('suspense'), tag('sea')],
      actors: [actor],
      licences: [],
    }),
  ]
  for (const writing of writings) {
    await testApp.catalogue.createTitle(writing)
    await testApp.catalogue.publish(writing.programId)
  }
})
afterAll(() => testApp.close())

const similar = async (id: string, change = {}) =>
  (await testApp.recommendations.similar(visitor(change), id, page)).list.map(({ title }) => title.programId)

test('the title with the most in common comes first; unrelated titles, hidden titles and the title itself are left out', async () => {
  expect(await similar('base')).toEqual(['sameall', 'sametags', 'sameperson', 'samegenre', 'forkids'])
})

test('a child gets only what is for children, and nothing of a title that is not', async () => {
  expect(await similar('forkids', { kids: true })).toEqual([])
  await expect(similar('base', { kids: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('each comes with the most telling of what both have: a person, else a tag, else a genre', async () => {
  const { list } = await testApp.recommendations.similar(visitor(), 'base', page)
  expect(Object.fromEntries(list.map(({ title, reason }) => [title.programId, reason]))).toEqual({
    sameall: { kind: 'samePerson', name: actor.name },
    sameperson: { kind: 'samePerson', name: actor.name },
    sametags: { kind: 'sameTag', name: { zh: 'sea', en: 'sea' } },
    samegenre: { kind: 'sameGenre', genre: 'drama' },
    forkids: { kind: 'sameGenre', genre: 'drama' },
  })
})

test('a title that cannot be seen still has likes that can', async () => {
  expect(await similar('hidden')).toContain('sameall')
})

test('an unknown title has no likes', async () => {
  await expect(similar('nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('without a history the best of each kind and genre come in turn, each with its reason', async () => {
  const { list, total } = await testApp.recommendations.forYou(visitor(), page)
  expect(total).toBe(7)
  const ids = list.map(({ title }) => title.programId)
  expect(ids.slice(0, 4).toSorted()).toEqual(['forkids', 'othergenre', 'samegenre', 'sameperson'])
  expect(list[0]?.reason).toEqual({ kind: 'popularGenre', genre: list[0]?.title.genres[0] })
})

test('series come before movies beside a series, and movies before series beside a movie, however alike', async () => {
  const series = { programType: 'drama', classify: 'drama' } as const
  const writings = [
    aTitle('remoteseries', { ...series, genres: ['family'] }),
    aTitle('series', { ...series, genres: ['family', 'horror'], tags: [tag('radio')] }),
    aTitle('alikemovie', { genres: ['family', 'horror'], tags: [tag('radio')] }),
    aTitle('remotemovie', { genres: ['horror'] }),
  ]
  for (const writing of writings) {
    await testApp.catalogue.createTitle(writing)
    await testApp.catalogue.publish(writing.programId)
  }
  expect(await similar('series')).toEqual(['remoteseries', 'alikemovie', 'remotemovie'])
  expect(await similar('alikemovie')).toEqual(['remotemovie', 'series', 'remoteseries'])
})
