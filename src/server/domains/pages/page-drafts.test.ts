import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageContent } from '#contract/admin/pages.ts'
import { inTransaction } from '#server/kit/db.ts'
import { aPageCategory } from '../../../../test/support/page-content.ts'
import { ANN, BEN, createPageWorld, type PageWorld } from '../../../../test/support/page-editing.ts'

let world: PageWorld
let live: PageContent
beforeAll(async () => {
  world = await createPageWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  live = (await world.editing.find('3', ANN)).content
})

const withList = (id: string): PageContent => ({ ...live, categories: [...live.categories, aPageCategory(id)] })
const save = (id: string, seen?: string | null) =>
  world.saveDraft('3', { content: withList(id), ...(seen !== undefined && { seen }) })
const draft = async () => (await world.editing.find('3', ANN)).draft!
const lists = async () => (await draft()).content.categories.map(({ categoryId }) => categoryId)

test('a window that has not seen the newest draft is refused, with that draft; once it has seen it, it may save', async () => {
  const first = await save('first', null)
  const second = await save('second', first.revision)
  const refused = save('third', first.revision)
  await expect(refused).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    details: { current: { content: withList('second'), revision: second.revision }, by: 'operator:ann' },
  })
  await expect(save('third', null)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  expect(await lists()).toEqual(['rain', 'second'])
  await save('third', second.revision)
  expect(await lists()).toEqual(['rain', 'third'])
})

test('each draft has another revision, even within one instant', async () => {
  const revisions: string[] = []
  for (const id of ['one', 'two', 'three']) {
    const seen = revisions.at(-1) ?? null
    revisions.push((await save(id, seen)).revision)
  }
  expect(new Set(revisions).size).toBe(3)
  expect(revisions.toSorted()).toEqual(revisions)
  expect((await draft()).revision).toBe(revisions[2])
})

test('a request that was lost and is sent again changes nothing', async () => {
  const first = await save('first', null)
  expect(await save('first', null)).toEqual(first)
})

test('of many windows that save at once on one draft exactly one does', async () => {
  const windows = ['one', 'two', 'three', 'four']
  for (const from of ['none', 'draft']) {
    if (from === 'none') await inTransaction(world.db, (tx) => world.editing.dropDraft(tx, ANN, { scope: '3' }))
    const start = from === 'none' ? null : (await save('start')).revision
    // Of other contents than before: what is saved already may be saved again.
    const ids = windows.map((window) => `${window}-${from}`)
    const results = await Promise.allSettled(ids.map((id) => save(id, start)))
    const saved = ids.filter((_, at) => results[at]!.status === 'fulfilled')
    expect(saved).toHaveLength(1)
    expect(await lists()).toEqual(['rain', ...saved])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'VERSION_CONFLICT' })
  }
})

test('drafts of others do not count, and a window without revisions overwrites as before', async () => {
  await world.saveDraft('3', { content: withList('ben'), seen: null }, BEN)
  await save('first', null)
  await save('second')
  expect(await lists()).toEqual(['rain', 'second'])
})

test('a draft is neither dropped nor replaced by an older version while another window has a newer one', async () => {
  const { version } = await world.editing.find('3', ANN)
  const first = await save('first', null)
  const { revision } = await save('second', first.revision)
  const drop = (seen: string) => inTransaction(world.db, (tx) => world.editing.dropDraft(tx, ANN, { scope: '3', seen }))
  const restore = (seen: string) =>
    inTransaction(world.db, (tx) => world.editing.restore(tx, ANN, { scope: '3', version, seen }))
  await expect(drop(first.revision)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  await expect(restore(first.revision)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  expect(await lists()).toEqual(['rain', 'second'])
  const restored = await restore(revision)
  expect(await lists()).toEqual(['rain'])
  await drop(restored.revision)
  expect((await world.editing.find('3', ANN)).draft).toBeUndefined()
  await drop(restored.revision)
})
