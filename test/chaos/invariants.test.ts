import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../support/database.ts'
import { checkInvariants } from './invariants.ts'

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
}, 120_000)
afterAll(() => database.close())

/** Changes the books within a transaction that is not kept. */
async function foundAfter(change: string): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(change)
    return await checkInvariants(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const WALLET = `
  insert into wallet (wallet_id, created_at) values ('w', now());
  insert into lot (wallet_id, bucket, granted, remaining, expires_at, granted_at) values ('w', 'recharged', 50, 50, now() + interval '1 day', now());
  insert into transfer (kind, idempotency_key, payload_hash, at, actor) values ('topup', 'k', '', now(), 'system');
  insert into posting (transfer_id, ledger_account, wallet_id, lot_id, bucket, commodity, amount, seq, balance_after)
    select t.transfer_id, 'wallet', 'w', l.lot_id, 'recharged', 'CREDIT', 50, 1, 50 from transfer t, lot l;
  insert into posting (transfer_id, ledger_account, commodity, amount) select transfer_id, 'issued', 'CREDIT', -50 from transfer;`
const ORDER = `
  insert into payment_order (order_id, purpose, purpose_id, ordinal, kind, sandbox, state, amount_cents, currency, item, language, terminal,
    continue_url, cancel_url, created_at, expires_at, paid_cents, paid_currency, paid_at)
  values ('o', 'credits', 'credits-50', 1, 'paypal', true, 'paid', 5000, 'HKD', '{}', 'en_US', 'web', '', '', now(), now(), 5000, 'HKD', now());`

test('books that agree have no violation', async () => {
  expect(await foundAfter('select 1')).toEqual([])
  expect(await foundAfter(WALLET)).toEqual([])
})

test.each([
  ['a lot has what was posted to it', `${WALLET} update lot set remaining = 40`],
  ['the last balance of a wallet', `${WALLET} update lot set remaining = 40`],
  [
    'a transfer is balanced',
    `${WALLET} insert into posting (transfer_id, ledger_account, commodity, amount) select transfer_id, 'x', 'CREDIT', 1 from transfer`,
  ],
  [
    'a rental for credits has its transfer',
    `insert into transfer (kind, idempotency_key, payload_hash, at, actor) values ('rent', 'r', '', now(), 'member')`,
  ],
  ['what is paid is delivered, or returned', ORDER],
  ['what is delivered was paid by evidence', `${ORDER} update payment_order set delivered_at = now()`],
  ['a payment for credits makes one lot', `${ORDER} update payment_order set delivered_at = now()`],
])('%s: a violation is found', async (rule, change) => {
  expect((await foundAfter(change)).filter((line) => line.startsWith(rule))).toHaveLength(1)
})
