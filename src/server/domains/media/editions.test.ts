import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestClock } from '#server/kit/clock.ts'
import { inTransaction } from '#server/kit/db.ts'
import { createMediaBench, type MediaBench } from '../../../../test/support/media.ts'
import { makeReady } from './editions.ts'
import { insertAsset } from './media.repo.ts'
import { prefixesOf } from './publish.ts'

let bench: MediaBench
let clock: TestClock

beforeEach(async () => {
  const attached = new Map<string, string>()
  bench = await createMediaBench(({ titles }) => ({
    titles: {
      ...titles,
      attachAsset: async (_, { programGuid, assetId }) => {
        const replaced = attached.get(programGuid)
        attached.set(programGuid, assetId)
        return { replaced }
      },
    },
  }))
  clock = bench.deps.clock as TestClock
})
afterEach(() => bench.close())

/** Stores an asset and attaches it to the film `p1`. */
async function publish(assetId: string): Promise<void> {
  const { db, store } = bench.deps
  await insertAsset(db, { assetId, role: 'film', sourceName: 'x', contentKey: Buffer.alloc(44), at: clock.now() })
  for (const prefix of prefixesOf(assetId))
    await store.put(`${prefix}file.bin`, { bytes: Buffer.alloc(1) }, { contentType: 'video/mp4' })
  const facts = {
    durationMs: 1,
    width: 2,
    height: 2,
    maxResolution: 'SD' as const,
    audio: { dolbyAtmos: false, dolbyDigital: false, dolbyDigitalPlus: false, stereoAac51: false },
    audioLanguages: [],
    subtitleLanguages: [],
    previewKey: null,
    frameKeys: [],
  }
  const asset = { assetId, role: 'film' as const, sha256: '', bytesStored: 3, programGuid: 'p1' }
  await db
    .transaction()
    .execute((tx) => makeReady(bench.deps, tx, { ...asset, facts: { role: 'film' as const, ...facts } }))
}

const runDueWork = () =>
  bench.media.domainModule
    .scheduledTasks!.find(({ name }) => name === 'replaced-assets')!
    .run({ queue: { add: async () => undefined as never }, log: bench.deps.log })

const state = async () => ({
  rows: (await bench.deps.db.selectFrom('asset').select('asset_id').orderBy('asset_id').execute()).map(
    (row) => row.asset_id,
  ),
  files: (await Array.fromAsync(bench.store.list(''))).length,
})

const restoreEdition = (assetId: string) =>
  inTransaction(bench.deps.db, (tx) => bench.media.restoreEdition(tx, assetId))
const former = async () => (await bench.media.findFormer('p1')).map(({ assetId }) => assetId)

test('a replaced asset is removed with its files a week later, when every stream of it has ended, and no other', async () => {
  await publish('one')
  await publish('two')
  await runDueWork()
  expect(await state()).toEqual({ rows: ['one', 'two'], files: 6 })
  clock.advance('PT168H')
  await runDueWork()
  expect(await bench.media.asset('one')).not.toBeNull()
  clock.advance('PT2H')
  await runDueWork()
  expect(await state()).toEqual({ rows: ['two'], files: 3 })
  clock.advance('PT8760H')
  await runDueWork()
  expect(await state()).toEqual({ rows: ['two'], files: 3 })
})

test('a former file is taken back and the present one kept in its place, once, and only within the week', async () => {
  await publish('one')
  await publish('two')
  expect(await former()).toEqual(['one'])
  expect(await restoreEdition('one')).toEqual({ programGuid: 'p1', replaced: 'two' })
  expect(await former()).toEqual(['two'])
  await expect(restoreEdition('one')).rejects.toMatchObject({ code: 'CONFLICT' })
  const again = await Promise.allSettled([restoreEdition('two'), restoreEdition('two')])
  expect(again.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await former()).toEqual(['one'])
  clock.advance('PT168H')
  expect(await former()).toEqual([])
  await expect(restoreEdition('one')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what is released is kept for a week, then removed', async () => {
  await publish('one')
  await inTransaction(bench.deps.db, (tx) => bench.media.release(tx, ['one']))
  await runDueWork()
  expect(await state()).toEqual({ rows: ['one'], files: 3 })
  clock.advance('PT170H')
  await runDueWork()
  expect(await state()).toEqual({ rows: [], files: 0 })
})
