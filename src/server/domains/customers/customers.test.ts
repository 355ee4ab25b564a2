import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalogue } from '#server/domains/catalogue/index.ts'
import { REVEALS_MAX } from '#contract/admin/customers.ts'
import { AppError } from '#contract/errors.ts'
import { inTransaction } from '#server/kit/db.ts'
import { careOver } from '../../../../test/support/customers.ts'
import { silentWorker } from '../../../../test/support/ledger.ts'
import { plansOf } from '../../../../test/support/plans-of.ts'
import { createTestProfiles } from '../../../../test/support/profiles.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { findOrderUse } from './evidence.query.ts'
import { subjectOf } from './index.ts'

let world: SubscriptionsWorld
beforeEach(async () => {
  world = await createSubscriptionsWorld()
})
afterEach(() => world.close())

const images = { register: async () => '' }

async function care(cancel = world.node.subscriptions.changes.cancel) {
  const { db, clock, accounts, messages } = world
  const { ledger, payments, subscriptions } = world.node
  const catalogue = createCatalogue({ db, clock, titleFonts: { register: async () => undefined }, images })
  const profiles = createTestProfiles({ db, clock, accounts, messages })
  const given = {
    accounts,
    profiles,
    ledger,
    payments,
    subscriptions: { ...subscriptions, changes: { ...subscriptions.changes, cancel } },
  }
  const customers = careOver({ db, clock, catalogue }, given)
  const operator = { operatorId: 'op-ann', name: 'Ann', email: 'ann@harbour.test' }
  await world.pool.query(
    `insert into operator (operator_id, email, name, roles, created_at) values ($1, $2, $3, '{care}', now())`,
    [operator.operatorId, operator.email, operator.name],
  )
  const change = <T>(work: (tx: Parameters<Parameters<typeof inTransaction<T>>[1]>[0]) => Promise<T>) =>
    inTransaction(db, work)
  return { customers, operator, by: { operator }, change }
}

const outcomes = async (accountId: string) => {
  const entries = await world.db
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'details'])
    .where('subject', '=', subjectOf(accountId))
    .execute()
  return entries.filter(({ action }) => action === 'end renewal of customer')
}

test('a plan that an operator cancels ends at its provider by a job, which says so in the log', async () => {
  const { customers, by, change } = await care()
  const { accountId } = await world.aSubscriber()
  await change((tx) => customers.changes.cancelPlan(tx, by, accountId))
  expect(await world.state(accountId)).toBe('trial')
  expect(await customers.reads.show(accountId)).toMatchObject({ isBeingCancelled: true, plan: { canCancel: true } })
  await expect(change((tx) => customers.changes.cancelPlan(tx, by, accountId))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await Promise.all([1, 2, 3].map(() => customers.cancelDue(silentWorker)))
  expect(await world.state(accountId)).toBe('cancelling')
  expect(await outcomes(accountId)).toEqual([
    { action: 'end renewal of customer', actor: 'operator:Ann', details: { outcome: 'cancelled' } },
  ])
  expect(await customers.reads.show(accountId)).toMatchObject({ isBeingCancelled: false })
  await expect(change((tx) => customers.changes.cancelPlan(tx, by, accountId))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a provider that does not answer is asked again later, and one that refuses is not', async () => {
  const answers: (AppError | undefined)[] = [new AppError('UNAVAILABLE'), new AppError('NOT_ALLOWED')]
  let asked = 0
  const { customers, by, change } = await care(async () => {
    asked++
    throw answers.shift()!
  })
  const { accountId } = await world.aSubscriber()
  await change((tx) => customers.changes.cancelPlan(tx, by, accountId))
  await customers.cancelDue(silentWorker)
  await customers.cancelDue(silentWorker)
  expect([asked, await outcomes(accountId)]).toEqual([1, []])
  world.clock.advance('PT1M')
  await customers.cancelDue(silentWorker)
  expect(await outcomes(accountId)).toMatchObject([{ details: { outcome: 'NOT_ALLOWED' } }])
  world.clock.advance('PT24H')
  await customers.cancelDue(silentWorker)
  expect(asked).toBe(2)
})

test.each([
  ['another plan', 'promotional-pass'],
  ['the same plan by another provider', 'entertainment-pass'],
])('a plan that the member replaces by %s before the provider answers stays', async (_, planId) => {
  let isDown = true
  const { customers, by, change } = await care(async (own) => {
    if (isDown) throw new AppError('UNAVAILABLE')
    return world.node.subscriptions.changes.cancel(own)
  })
  const { accountId } = await world.aSubscriber('paypal')
  world.clock.advance('PT1M')
  await change((tx) => customers.changes.cancelPlan(tx, by, accountId))
  await customers.cancelDue(silentWorker)
  world.clock.advance('PT1M')
  const { agreementId } = await world.start(accountId, 'alipay', { planId })
  await world.approve(agreementId)
  await world.node.runDue()
  isDown = false
  world.clock.advance('PT1H')
  await customers.cancelDue(silentWorker)
  expect(await outcomes(accountId)).toMatchObject([{ details: { outcome: 'NOT_FOUND' } }])
  expect(await world.row(accountId)).toMatchObject({ state: 'trial', agreement_id: agreementId })
  expect((await world.node.agreements.find(accountId, agreementId))?.state).toBe('active')
})

test('a cancellation of before, which names no agreement, ends the plan that there is', async () => {
  const { customers, by, change } = await care()
  const { accountId } = await world.aSubscriber()
  await change((tx) => customers.changes.cancelPlan(tx, by, accountId))
  await world.db.updateTable('plan_cancellation').set({ agreement_id: null }).execute()
  await customers.cancelDue(silentWorker)
  expect(await world.state(accountId)).toBe('cancelling')
})

test('a held account is not erased until the hold is over; then its notes go with it', async () => {
  const { customers, by, change } = await care()
  const accountId = await world.aMember()
  const person = { accountId, number: '', email: '' }
  const data = customers.domainModule.personalData!
  await change((tx) => customers.changes.note(tx, by, { accountId, text: 'asked for a copy of the bill' }))
  await change((tx) => customers.changes.hold(tx, by, { accountId, days: 30, reason: 'a dispute' }))
  expect(await data.collect(person, 'en_US')).toMatchObject({ notes: [{ text: 'asked for a copy of the bill' }] })
  world.clock.advance('PT719H')
  expect(await data.prepareErasure!(person)).toBe(false)
  await expect(change((tx) => data.erase(tx, person))).rejects.toThrow('held')
  expect((await customers.reads.show(accountId)).notes).toMatchObject([{ by: 'Ann' }])
  world.clock.advance('PT1H')
  expect(await data.prepareErasure!(person)).toBe(true)
  await change((tx) => data.erase(tx, person))
  expect(await world.db.selectFrom('customer_note').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('customer_hold').selectAll().execute()).toEqual([])
})

test('an operator sees sixty whole fields an hour, in spite of a fresh code', async () => {
  const { customers, operator, change } = await care()
  const accountId = await world.aMember()
  const asked = { operatorId: operator.operatorId, hasSteppedUp: true, accountId, field: 'number' } as const
  const reveal = () => change((tx) => customers.reads.reveal(tx, asked))
  for (let n = 0; n < REVEALS_MAX; n++) await reveal()
  await expect(reveal()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  world.clock.advance('PT1H')
  expect(await reveal()).toMatch(/^\+852/)
})

test('an order finds its account by its number, however it is typed', async () => {
  const { customers, operator, change } = await care()
  const accountId = await world.aMember()
  await world.prepay(accountId)
  const [order] = await world.orders(accountId)
  const number = order!.order_number
  for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' '), order!.order_id, accountId]) {
    const found = await change((tx) => customers.reads.find(tx, operator.operatorId, typed))
    expect(found).toMatchObject([
      { accountId, foundBy: typed === accountId ? 'account' : 'order', plan: { en_US: expect.any(String) } },
    ])
  }
  const { list } = await customers.reads.orders({ accountId, limit: 10 })
  expect(list).toMatchObject([{ orderNumber: number, state: 'paid', purpose: 'plan', refundedCents: 0 }])
})

test('what the credits of an order were spent on is found by their wallet, not in the whole ledger', async () => {
  const plans = await plansOf(world.db, (db) => findOrderUse(db, { orderId: 'order', accountId: 'account' }))
  const rentals = plans.find((plan) => plan.includes(' on rental'))!
  expect(rentals).toMatch(/rental_(?:of|by)_wallet[^\n]*\n\s+Index Cond: \(wallet_id = /)
  expect(rentals).toMatch(/ on posting[^\n]*\n\s+Index Cond: \(transfer_id = /)
})
