import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'
import { memberViewer } from '../../../../test/support/viewers.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  // Members are new; the books and the clock go on.
  world.pull.declines = false
  world.clock.set(hongKong('2026-11-20T14:00'))
})
afterEach(() => expectBooksToAgree(world.node))

const chargeByProvider = async (agreementId: string, amountCents = 8_800) => {
  world.paypal.balanceCents += amountCents
  await world.node.handleCallback('paypal', {
    agreementId,
    providerCharge: world.push.charge(agreementId, { amountCents }),
  })
}

const viewerOf = (accountId: string) => memberViewer({ accountId, language: 'en_US' })

/** The member's orders, as `paid 8800`. */
const paid = async (accountId: string) =>
  (await world.orders(accountId)).map(({ state, amount_cents }) => `${state} ${amount_cents}`)

test.each(['the old one first', 'the new one first'])(
  'a charge under a replaced agreement is returned beside that of its replacement: %s',
  async (order) => {
    const { accountId } = await world.aSubscriber()
    await world.goTo('2026-12-20T17:50')
    world.pull.troubles = ['response lost']
    await world.goTo('2026-12-20T18:00')
    expect(await paid(accountId)).toEqual(['created 8800'])
    world.clock.set(hongKong('2026-12-20T18:00').add({ seconds: 10 }))
    const next = await world.start(accountId, 'paypal')
    await world.approve(next.agreementId)
    if (order === 'the new one first') await chargeByProvider(next.agreementId)
    await world.goTo('2026-12-20T18:30')
    if (order === 'the old one first') await chargeByProvider(next.agreementId)
    await world.node.runDue()
    expect(await paid(accountId)).toEqual(['refunded 8800', 'paid 8800'])
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 charged'])
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
  },
)

test('an agreement whose first charge no longer follows what is paid is refused when it is approved', async () => {
  const { accountId, agreementId } = await world.aSubscriber('paypal')
  await world.goTo('2026-12-20T17:50')
  const next = await world.start(accountId, 'paypal', { planId: 'promotional-pass' })
  await world.goTo('2026-12-20T18:00')
  await chargeByProvider(agreementId)
  await world.goTo('2026-12-20T18:10')
  await world.approve(next.agreementId)
  expect(await world.node.agreements.find(accountId, next.agreementId)).toMatchObject({ failure: 'HAS_PLAN' })
  await world.node.runDue()
  expect(world.push.side(next.agreementId).state).toBe('ended')
  expect(world.push.side(agreementId).state).toBe('active')
  expect(await world.row(accountId)).toMatchObject({ agreement_id: agreementId, next_plan_version_id: null })
})

test('one that was to replace what was past due is refused once a late charge has paid', async () => {
  const { accountId } = await world.aSubscriber()
  world.pull.declines = true
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2026-12-22T09:50')
  const next = await world.start(accountId, 'paypal')
  world.pull.declines = false
  await world.node.subscriptions.changes.retry(accountId)
  await world.approve(next.agreementId)
  await chargeByProvider(next.agreementId)
  await world.node.runDue()
  expect((await paid(accountId)).toSorted()).toEqual(['failed 8800', 'failed 8800', 'paid 8800', 'refunded 8800'])
  expect(await world.row(accountId)).toMatchObject({ state: 'active', agreement_kind: 'alipay', last_cycle: 2 })
})

test('a month of another plan changes neither what is charged after it nor what its member is told', async () => {
  const { accountId } = await world.aSubscriber()
  await world.prepay(accountId, 'promotional-pass')
  await world.goTo('2026-12-21T00:00')
  expect(await world.row(accountId)).toMatchObject({
    plan_version_id: 'promotional-pass.2',
    next_plan_version_id: 'entertainment-pass.1',
  })
  expect(await world.node.subscriptions.views.detail(accountId)).toMatchObject({ next: { amountCents: 8_800 } })
  await expect(world.start(accountId)).rejects.toMatchObject({ code: 'CONFLICT' })
  await world.goTo('2027-01-17T18:00')
  const announced = await world.db
    .selectFrom('inbox_message')
    .select('params')
    .where('account_id', '=', accountId)
    .where('template', '=', 'renewalNotice')
    .execute()
  expect(announced).toMatchObject([{ params: { amountCents: 8_800 } }])
  await world.goTo('2027-01-20T18:00')
  await world.goTo('2027-01-21T00:00')
  expect(await world.row(accountId)).toMatchObject({
    plan_version_id: 'entertainment-pass.1',
    next_plan_version_id: null,
  })
})

test('a plan whose agreement was revoked has no next one', async () => {
  const { accountId, agreementId } = await world.aSubscriber('paypal')
  await world.prepay(accountId, 'promotional-pass')
  await world.goTo('2026-12-21T00:00')
  world.push.side(agreementId).state = 'ended'
  await world.node.handleCallback('paypal', { agreementId, isEnded: true })
  expect(await world.row(accountId)).toMatchObject({ state: 'cancelling', next_plan_version_id: null })
})

test('who replaces the payment method keeps the price that was agreed on', async () => {
  const { accountId } = await world.aSubscriber()
  const other = await world.aMember()
  const { node } = world
  await node.db
    .transaction()
    .execute((tx) =>
      node.plans.publish(tx, { planId: 'entertainment-pass', terms: { amountCents: 9_800 }, actor: 'test' }),
    )
  const next = await world.start(accountId, 'paypal')
  expect(next).toMatchObject({ planVersionId: 'entertainment-pass.1', amountCents: 8_800 })
  expect(await world.start(other)).toMatchObject({ planVersionId: 'entertainment-pass.2', amountCents: 9_800 })
  const priceFor = async (id: string) => {
    const [first] = await node.plans.subscribable(viewerOf(id), { offer: 'standard', canRenew: true })
    return first?.plan.amountCents
  }
  expect([await priceFor(accountId), await priceFor(other)]).toEqual([8_800, 9_800])
  await world.approve(next.agreementId)
  expect(await world.row(accountId)).toMatchObject({ agreement_kind: 'paypal', next_plan_version_id: null })
  await world.node.subscriptions.changes.cancel({ accountId })
  await world.goTo('2026-12-21T00:00')
  expect(await priceFor(accountId)).toBe(9_800)
})
