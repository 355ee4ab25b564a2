import { afterAll, beforeAll, expect, test } from 'vitest'
import { aKey, createTestLedger, type LedgerApp } from '../../../../test/support/ledger.ts'
import { post, spend } from './index.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await createTestLedger()
})
afterAll(() => app.close())

const booking = () => ({ idempotencyKey: aKey(), actor: 'member', at: app.clock.now() })

test('the journal of a month balances, by day and kind', async () => {
  const at = app.clock.now()
  const before = await app.ledger.journal({ from: at, until: at.add({ hours: 1 }) })
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 10, { cents: 1000 })
  await app.book((tx) => spend(tx, { ...booking(), walletId, amount: 3, kind: 'rent' }))
  const money = (account: 'payments_received' | 'deferred_sales', amount: number) =>
    ({ account, commodity: 'HKD_CENT', amount }) as const
  const entries = [money('payments_received', 400), money('deferred_sales', -400)]
  await app.book((tx) => post(tx, { ...booking(), kind: 'sale', entries }))
  const { rows, owedCents, owedSaleCents } = await app.ledger.journal({ from: at, until: at.add({ hours: 1 }) })
  expect([owedCents - before.owedCents, owedSaleCents - before.owedSaleCents]).toEqual([700, 400])
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  expect(sum(({ debitCents }) => debitCents)).toBe(sum(({ creditCents }) => creditCents))
  const rented = rows.filter(({ kind }) => kind === 'rent')
  expect(rented.map(({ account, debitCents, creditCents }) => [account, debitCents, creditCents])).toEqual([
    ['deferred_credits', 300, 0],
    ['rent_revenue', 0, 300],
  ])
})
