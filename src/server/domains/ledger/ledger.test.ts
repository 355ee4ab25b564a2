import { afterAll, beforeAll, expect, test } from 'vitest'
import { aKey, createTestLedger, type LedgerApp } from '../../../../test/support/ledger.ts'
import { besideTransaction } from '../../../../test/support/held-transaction.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'
import {
  captureCreditHold,
  correct,
  creditLot,
  placeCreditHold,
  post,
  releaseCreditHold,
  removeLot,
  restore,
  spend,
} from './index.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await createTestLedger()
})
afterAll(async () => {
  expect((await app.ledger.check())?.differences).toEqual([])
  await app.close()
})

const booking = (key = aKey()) => ({ idempotencyKey: key, actor: 'member', at: app.clock.now() })
const rent = (walletId: string, amount: number, key = aKey()) =>
  app.book((tx) => spend(tx, { ...booking(key), walletId, amount, kind: 'rent' }))

test('spends what expires first, monthly before recharged, then the older lot', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 10, { days: 30 })
  await app.give(accountId, 10, { days: 30, bucket: 'monthly' })
  await app.give(accountId, 10, { days: 30 })
  await app.give(accountId, 10, { days: 3 })
  await rent(walletId, 25)
  expect(await app.balance(accountId)).toEqual([['recharged', 15, 30]])
  await expect(rent(walletId, 16)).rejects.toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    details: { needed: 16, owned: 15 },
  })
})

test('a repeated booking answers the first; the same key for something else is a conflict', async () => {
  const accountId = await app.anAccount()
  const key = aKey()
  const first = await app.give(accountId, 10, { key })
  expect(await app.give(accountId, 10, { key })).toEqual(first)
  await expect(app.give(accountId, 11, { key })).rejects.toMatchObject({ code: 'CONFLICT' })
  const once = await rent(first.walletId, 4, `${key}:rent`)
  expect(await rent(first.walletId, 4, `${key}:rent`)).toEqual(once)
  await expect(rent(first.walletId, 5, `${key}:rent`)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await app.balance(accountId)).toEqual([['recharged', 6, 365]])
})

test('a repeated spending from several buckets answers the same lots in the same order', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 1, { days: 30 })
  await app.give(accountId, 1, { days: 31, bucket: 'monthly' })
  const key = aKey()
  const first = await rent(walletId, 2, key)
  expect(first.lots.map(({ bucket }) => bucket)).toEqual(['monthly', 'recharged'])
  expect(await rent(walletId, 2, key)).toEqual(first)
})

test('neither an amount nor a balance beyond a million millions is booked, and what there is can be read', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 999_999_999_999)
  const more = (amount: number) =>
    app.book((tx) => correct(tx, { ...booking(), walletId, bucket: 'recharged', amount, reason: 'test' }))
  expect(await refusedWith(more(2))).toContain('An amount or balance above')
  expect(await refusedWith(more(Number.MAX_SAFE_INTEGER))).toContain('An amount or balance above')
  await more(1)
  expect(await app.balance(accountId)).toEqual([
    ['recharged', 1, 30],
    ['recharged', 999_999_999_999, 365],
  ])
  const cents = (amount: number) => ({ account: 'payments_received', commodity: 'HKD_CENT', amount }) as const
  const huge = [cents(1e13), { ...cents(-1e13), account: 'correction' as const }]
  expect(await refusedWith(app.book((tx) => post(tx, { ...booking(), kind: 'test', entries: huge })))).toContain(
    'An amount',
  )
})

test('a key that another wallet has used is a conflict', async () => {
  const key = aKey()
  await app.give(await app.anAccount(), 10, { key })
  await expect(app.give(await app.anAccount(), 10, { key })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an expired lot cannot be spent, before its job and after', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 10, { days: 1, cents: 1000 })
  app.clock.advance('PT24H')
  expect(await app.balance(accountId)).toEqual([])
  await expect(rent(walletId, 1)).rejects.toMatchObject({ details: { needed: 1, owned: 0 } })
  await app.runDue()
  await app.runDue()
  const { lines } = await app.ledger.statement(accountId, { limit: 10 })
  expect(lines.map(({ kind, change, balance }) => [kind, change, balance])).toEqual([
    ['expire', -10, 0],
    ['test', 10, 10],
  ])
})

test('restores to the lots that it came from, once', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 10, { days: 3, bucket: 'monthly' })
  await app.give(accountId, 10, { days: 30 })
  const { transferId } = await rent(walletId, 15)
  const key = aKey()
  const again = () => app.book((tx) => restore(tx, { ...booking(key), spendTransferId: transferId }))
  expect((await again()).transferId).toBe((await again()).transferId)
  await expect(app.book((tx) => restore(tx, { ...booking(), spendTransferId: transferId }))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await app.balance(accountId)).toEqual([
    ['monthly', 10, 3],
    ['recharged', 10, 30],
  ])
})

test('only a spending can be restored', async () => {
  const { lotId, transferId } = await app.give(await app.anAccount(), 10)
  const hold = await app.book((tx) => placeCreditHold(tx, { ...booking(), lotId }))
  for (const spendTransferId of [transferId, hold.transferId, 999_999_999])
    await expect(app.book((tx) => restore(tx, { ...booking(), spendTransferId }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
})

test('restores to a new lot of 30 days where the lot has expired', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 10, { days: 1, cents: 1000 })
  const { transferId } = await rent(walletId, 4)
  const before = await app.sums()
  app.clock.advance('PT24H')
  await app.runDue()
  await app.book((tx) => restore(tx, { ...booking(), spendTransferId: transferId }))
  expect(await app.balance(accountId)).toEqual([['recharged', 4, 30]])
  const after = await app.sums()
  expect(after['rent_revenue HKD_CENT']! - before['rent_revenue HKD_CENT']!).toBe(400)
})

test('a hold is captured or released, never both, and its amount cannot be spent meanwhile', async () => {
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 50, { cents: 5000 })
  await rent(walletId, 20)
  const hold = await app.book((tx) => placeCreditHold(tx, { ...booking(), lotId }))
  expect(hold).toMatchObject({ amount: 30, cents: 3000 })
  await expect(rent(walletId, 1)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' })
  await expect(app.book((tx) => placeCreditHold(tx, { ...booking(), lotId }))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await app.book((tx) => releaseCreditHold(tx, { ...booking(), holdTransferId: hold.transferId }))
  expect(await app.balance(accountId)).toEqual([['recharged', 30, 365]])

  const second = await app.book((tx) => placeCreditHold(tx, { ...booking(), lotId, amount: 10 }))
  const capture = { holdTransferId: second.transferId, paidFrom: 'provider:test', cents: 1000 } as const
  const key = aKey()
  await app.book((tx) => captureCreditHold(tx, { ...booking(key), ...capture }))
  await app.book((tx) => captureCreditHold(tx, { ...booking(key), ...capture }))
  for (const holdTransferId of [hold.transferId, second.transferId])
    await expect(app.book((tx) => releaseCreditHold(tx, { ...booking(), holdTransferId }))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  expect(await app.balance(accountId)).toEqual([['recharged', 20, 365]])
})

test('money follows the credits: owed when paid, revenue when spent, paid out when refunded', async () => {
  const before = await app.sums()
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 3, { cents: 100 })
  for (let n = 0; n < 2; n++) await rent(walletId, 1)
  const { transferId, cents } = await app.book((tx) => placeCreditHold(tx, { ...booking(), lotId }))
  expect(cents).toBe(34)
  await app.book((tx) =>
    captureCreditHold(tx, { ...booking(), holdTransferId: transferId, paidFrom: 'provider:test', cents }),
  )
  const after = await app.sums()
  const change = (account: string) => (after[`${account} HKD_CENT`] ?? 0) - (before[`${account} HKD_CENT`] ?? 0)
  expect(['provider:test', 'rent_revenue', 'deferred_credits', 'refund_hold', 'refunded'].map(change)).toEqual([
    66, -66, 0, 0, 0,
  ])
})

test('removes what is left of a lot', async () => {
  const accountId = await app.anAccount()
  const { walletId, lotId } = await app.give(accountId, 60, { bucket: 'monthly' })
  await rent(walletId, 20)
  expect(await app.book((tx) => removeLot(tx, { ...booking(), lotId, kind: 'forfeit' }))).toMatchObject({ amount: 40 })
  expect(await app.book((tx) => removeLot(tx, { ...booking(), lotId, kind: 'void' }))).toMatchObject({ amount: 0 })
  expect(await app.balance(accountId)).toEqual([])
})

test('a correction adds a lot or takes from one bucket', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 5, { bucket: 'monthly' })
  const change = (amount: number) =>
    app.book((tx) => correct(tx, { ...booking(), walletId, bucket: 'recharged', amount, reason: 'test' }))
  await change(8)
  await change(-6)
  await expect(change(-3)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' })
  expect(await app.balance(accountId)).toEqual([
    ['recharged', 2, 30],
    ['monthly', 5, 365],
  ])
})

test('a transfer that is not balanced is refused', async () => {
  const entries = [{ account: 'breakage', commodity: 'HKD_CENT', amount: 5 }] as const
  await expect(app.book((tx) => post(tx, { ...booking(), kind: 'test', entries }))).rejects.toMatchObject({
    code: '23514',
    constraint: 'posting_balanced',
  })
})

const GROWING = [
  ['transfer', 'actor'],
  ['posting', 'ledger_account'],
] as const

test.each(GROWING)('the role of the service may only add to %s', async (table, column) => {
  for (const change of [`update ${table} set ${column} = ''`, `delete from ${table}`, `truncate ${table} cascade`])
    await expect(app.pool.query(change)).rejects.toMatchObject({ code: '42501', message: /permission denied/ })
  const { rows } = await app.pool.query('select tableowner from pg_tables where tablename = $1', [table])
  expect(rows).toEqual([{ tableowner: 'harbour_ledger' }])
})

test.each(GROWING)('even the owner of %s only adds to it', async (table, column) => {
  const client = await app.pool.connect()
  try {
    await client.query('set role harbour_ledger')
    for (const change of [`update ${table} set ${column} = ''`, `delete from ${table}`])
      await expect(client.query(change)).rejects.toMatchObject({ message: `${table} is append-only` })
  } finally {
    await client.query('reset role')
    client.release()
  }
})

test('a wallet that is waited for longer than two seconds is unavailable', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 5)
  await besideTransaction({
    run: (work) => app.book(work),
    lock: (tx) => spend(tx, { ...booking(), walletId, amount: 1, kind: 'rent' }),
    beside: () => expect(rent(walletId, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' }),
  })
})

test('erasing the person keeps the records and ends the link', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 5)
  await app.db.deleteFrom('account').where('account_id', '=', accountId).execute()
  const wallet = await app.db.selectFrom('wallet').selectAll().where('wallet_id', '=', walletId).executeTakeFirst()
  expect(wallet).toMatchObject({ account_id: null })
  expect(await app.balance(accountId)).toEqual([])
  await expect(
    app.book((tx) =>
      creditLot(tx, {
        ...booking(),
        walletId: 'none',
        bucket: 'recharged',
        amount: 1,
        expiresAt: app.clock.now(),
        kind: 'test',
      }),
    ),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the statement joins the lots of a booking, pages by a cursor, and filters', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 5, { days: 1 })
  await app.give(accountId, 5, { days: 2 })
  await app.give(accountId, 5, { days: 3, bucket: 'monthly' })
  app.clock.advance('PT1H')
  const from = app.clock.now()
  await rent(walletId, 12)
  const all = await app.ledger.statement(accountId, { limit: 10 })
  const shown = (lines: typeof all.lines) => lines.map(({ bucket, change, balance }) => [bucket, change, balance])
  expect(shown(all.lines)).toEqual([
    ['recharged', -10, 0],
    ['monthly', -2, 3],
    ['monthly', 5, 5],
    ['recharged', 5, 10],
    ['recharged', 5, 5],
  ])
  expect(all.next).toBeUndefined()
  const pages: unknown[][] = []
  for (let before: number | undefined; ;) {
    const { lines, next } = await app.ledger.statement(accountId, { limit: 2, before })
    pages.push(...shown(lines))
    if (next === undefined) break
    before = next
  }
  expect(pages).toEqual(shown(all.lines))
  expect(shown((await app.ledger.statement(accountId, { limit: 10, from, bucket: 'monthly' })).lines)).toEqual([
    ['monthly', -2, 3],
  ])
  expect(shown((await app.ledger.statement(accountId, { limit: 10, kind: 'rentals' })).lines)).toEqual(
    shown(all.lines).slice(0, 2),
  )
  expect(shown(await app.ledger.wholeStatement(accountId, { kind: 'other' }))).toEqual(
    shown(all.lines).slice(2).toReversed(),
  )
  expect(await app.ledger.wholeStatement(accountId, { kind: 'plan' })).toEqual([])
  expect(shown(await app.ledger.wholeStatement(accountId, { until: from }))).toEqual([
    ['recharged', 5, 5],
    ['recharged', 5, 10],
    ['monthly', 5, 5],
  ])
})
