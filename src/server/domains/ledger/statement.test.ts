import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATEMENT_KINDS } from '#contract/wallet.ts'
import type { Db } from '#server/kit/db.ts'
import { aKey, createTestLedger, type LedgerApp } from '../../../../test/support/ledger.ts'
import { findStatement } from './statements.repo.ts'
import { type Bucket, spend } from './index.ts'
import type { StatementFilter } from './ledger-model.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await createTestLedger()
})
afterAll(() => app.close())

const MANY = 3_000

type Added = { lotId: number; bucket: Bucket; kind: string; isTimed?: boolean }

/**
 * Grants of one credit, one a minute from now on, as rows only. `kind`: what their lines are about, '' as an earlier release wrote it, which
 * also did not write their times.
 */
async function addPostings(walletId: string, { lotId, bucket, kind, isTimed = true }: Added) {
  await app.pool.query(
    `with booked as (
       insert into transfer (kind, idempotency_key, payload_hash, at, actor)
       select 'topup', $1 || n, '', $2::timestamptz + make_interval(mins => n), 'system' from generate_series(1, ${MANY}) n
       returning transfer_id, at)
     insert into posting (transfer_id, ledger_account, wallet_id, lot_id, bucket, commodity, amount, seq, balance_after, statement_kind, at)
     select transfer_id, 'wallet', $3, $4::bigint, $5, 'CREDIT', 1, 100 + transfer_id, 1, $6, case when $7 then at end from booked
     union all select transfer_id, 'credit_issued', null, null, null, 'CREDIT', -1, null, null, '', null from booked`,
    [aKey(), app.clock.now().toString(), walletId, lotId, bucket, kind, isTimed],
  )
}

/** Rows that PostgreSQL fetches for a page, of postings and transfers. */
async function rowsRead(accountId: string, filter: StatementFilter): Promise<{ lines: number; read: number }> {
  return app.db.transaction().execute(async (tx) => {
    const before = await fetched(tx)
    const lines = await findStatement(tx, { accountId, filter, limit: 35 })
    return { lines: lines.length, read: (await fetched(tx)) - before }
  })
}

async function fetched(tx: Db): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname in ('posting', 'transfer')`.execute(tx)
  return rows[0]!.rows
}

test('a statement narrowed to a kind or a bucket reads no further than what is shown of it', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 5, { bucket: 'monthly' })
  await app.book((tx) =>
    spend(tx, { idempotencyKey: aKey(), actor: 'member', at: app.clock.now(), walletId, amount: 2, kind: 'rent' }),
  )
  const recharged = await app.give(accountId, 1)
  await addPostings(walletId, { lotId: recharged.lotId, bucket: 'recharged', kind: 'topups' })
  await app.pool.query('analyze posting; analyze transfer')
  for (const [filter, lines, rows] of [
    [{ kind: 'rentals' }, 1, 50],
    [{ bucket: 'monthly' }, 2, 50],
    [{ bucket: 'recharged' }, 35, 500],
    // A page reads 200 postings with their transfers.
    [{ kind: 'topups' }, 35, 500],
    [{}, 35, 500],
  ] as const) {
    const found = await rowsRead(accountId, filter)
    expect(found.lines).toBe(lines)
    expect(found.read).toBeLessThan(rows)
  }
})

test('a period that is long past is found without reading what is later, or its transfers', async () => {
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 5)
  const start = app.clock.now()
  await addPostings(walletId, { lotId, bucket: 'recharged', kind: 'topups' })
  await app.pool.query('analyze posting; analyze transfer')
  const [from, until] = [start.add({ minutes: 10 }), start.add({ minutes: 20 })]
  for (const narrowed of [{}, { kind: 'topups' }, { bucket: 'recharged' }] as const) {
    const { lines, read } = await rowsRead(accountId, { ...narrowed, from, until })
    expect(lines).toBe(10)
    expect(read).toBeLessThan(100)
  }
})

test('a period has what an earlier release has written, and what was booked late, in the order of booking', async () => {
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 5)
  const start = app.clock.now()
  await addPostings(walletId, { lotId, bucket: 'recharged', kind: '', isTimed: false })
  await app.book((tx) =>
    spend(tx, {
      idempotencyKey: aKey(),
      actor: 'member',
      at: start.add({ minutes: 2 }),
      walletId,
      amount: 1,
      kind: 'rent',
    }),
  )
  const period = { from: start.add({ minutes: 1 }), until: start.add({ minutes: 4 }) }
  const changes = async (filter: StatementFilter) =>
    (await findStatement(app.db, { accountId, filter, limit: 35 })).map(({ change }) => change)
  expect(await changes(period)).toEqual([-1, 1, 1, 1])
  expect(await changes({ ...period, kind: 'topups' })).toEqual([1, 1, 1])
  expect(await changes({ from: start.add({ minutes: MANY }) })).toEqual([1])
  expect(await changes({ until: start.add({ minutes: 1 }) })).toEqual([5])
})

test('entries of the previous release are among the lines of their kind, in order', async () => {
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 5)
  const kinds = async () => {
    const shown = STATEMENT_KINDS.map(async (kind) => [
      kind,
      (await app.ledger.statement(accountId, { limit: 10, kind })).lines.map(({ change }) => change),
    ])
    return Object.fromEntries(await Promise.all(shown)) as Record<string, number[]>
  }
  await addPostings(walletId, { lotId, bucket: 'recharged', kind: '' })
  await app.give(accountId, 7)
  const found = await kinds()
  expect(found.topups).toHaveLength(10)
  expect(found.other).toEqual([7, 5])
  expect(found.rentals).toEqual([])
  const all = await app.ledger.wholeStatement(accountId, { bucket: 'recharged' })
  expect([all.length, all[0]!.change, all.at(-1)!.change]).toEqual([MANY + 2, 5, 7])
})
