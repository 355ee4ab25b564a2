import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dumpTables, loadTables } from '#server/kit/dump.ts'
import { createTestDb } from '../../../../test/support/database.ts'
import { aKey, createTestLedger } from '../../../../test/support/ledger.ts'
import { createLedger, placeCreditHold, releaseCreditHold, spend } from './index.ts'
import { inTransaction } from '#server/kit/db.ts'

test('a ledger that was restored from a backup agrees with its postings and goes on', async () => {
  const app = await createTestLedger()
  const restored = await createTestDb()
  const folder = await mkdtemp(join(tmpdir(), 'harbour-ledger-'))
  onTestFinished(async () => {
    await app.close()
    await restored.close()
    await rm(folder, { recursive: true, force: true })
  })
  const booking = () => ({ idempotencyKey: aKey(), actor: 'member', at: app.clock.now() })
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 50, { cents: 5000 })
  await app.book((tx) => spend(tx, { ...booking(), walletId, amount: 20, kind: 'test' }))
  const hold = await app.book((tx) => placeCreditHold(tx, { ...booking(), lotId, amount: 10 }))

  const tables = await dumpTables(app.pool, folder)
  const seededTables = new Set(
    tables.filter(({ name }) => !name.match(/^(?:wallet|transfer|lot|posting|account)$/)).map(({ name }) => name),
  )
  await loadTables(restored.pool, { folder, tables, seededTables })

  const ledger = createLedger({ db: restored.db, clock: app.clock })
  expect((await ledger.check())?.differences).toEqual([])
  await inTransaction(restored.db, (tx) => releaseCreditHold(tx, { ...booking(), holdTransferId: hold.transferId }))
  await inTransaction(restored.db, (tx) => spend(tx, { ...booking(), walletId, amount: 30, kind: 'test' }))
  expect(await ledger.balance(accountId)).toEqual({ spendable: [], isBlocked: false })
  expect((await ledger.check())?.differences).toEqual([])
})
