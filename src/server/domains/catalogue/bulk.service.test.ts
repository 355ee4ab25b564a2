import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkChange } from '#contract/admin/bulk.ts'
import { inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { createOperatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'
import { createBulkChanges } from './bulk.service.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

test.each([
  Object.assign(new Error('the database restarts'), { code: '57P01' }),
  Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
])('%s: a title of a change is left for later', async (thrown) => {
  const { operatorId } = await world.anOperator('catalogue')
  const editor = { operatorId, actor: 'operator:ida' }
  const programId = newId()
  const title = { programId, content: aTitleContent(), version: undefined }
  await inTransaction(world.db, (tx) => world.titles.publication.publish(tx, editor, title))
  const change: BulkChange = { field: 'genres', add: ['horror'], remove: [] }
  const selection = [{ programId, version: 1 }]
  const { jobId } = await inTransaction(world.db, (tx) =>
    world.titles.bulk.start(tx, editor, { selection: { titles: selection }, change }),
  )
  const write = () => Promise.reject(thrown)
  const failing = createBulkChanges({ ...world, publication: { write, writeState: write } })
  await expect(failing.carryOutDue({ log: pino({ level: 'silent' }) })).rejects.toThrow(thrown.message)
  expect(await world.titles.bulk.job(jobId)).toMatchObject({ changed: 0, skipped: 0, finishedAt: null })
  await world.runBulkChanges()
  expect(await world.titles.bulk.job(jobId)).toMatchObject({ changed: 1, skipped: 0 })
})
