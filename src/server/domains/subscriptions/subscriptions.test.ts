import type { MemberViewer } from '../viewer.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pausePayments } from '#server/domains/payments/index.ts'
import { hongKong, inHongKong } from '../../../../test/support/hong-kong.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

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

const cancel = (accountId: string) => world.node.subscriptions.changes.cancel({ accountId })
const code = (name: string) => expect.objectContaining({ code: name })

describe('a free month', () => {
  test('costs nothing, brings 60 credits, and ends when the day of its date ends in Hong Kong', async () => {
    const { accountId } = await world.aSubscriber()
    expect(await world.state(accountId)).toBe('trial')
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
    expect(await world.orders(accountId)).toEqual([])
    expect(await world.notices(accountId)).toEqual(['trialStarted'])
  })

  test('is charged for 6 hours before its end, after a notice 3 days earlier; the credits come with the cycle', async () => {
    const { accountId } = await world.aSubscriber()
    await world.goTo('2026-12-17T17:59')
    expect(await world.notices(accountId)).toEqual(['trialStarted'])
    await world.goTo('2026-12-17T18:00')
    await world.goTo('2026-12-18T18:00')
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'renewalNotice'])
    await world.goTo('2026-12-20T17:59')
    expect(await world.orders(accountId)).toEqual([])
    await world.goTo('2026-12-20T18:00')
    expect(await world.orders(accountId)).toMatchObject([{ purpose: 'renewal', state: 'paid', amount_cents: 8_800 }])
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
    expect(await world.row(accountId)).toMatchObject({ cycle: 1, last_cycle: 2 })
    await world.goTo('2026-12-21T00:00')
    expect(await world.row(accountId)).toMatchObject({ cycle: 2, last_cycle: 2 })
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'renewalNotice', 'renewalPaid'])
  })

  test('renews for a year on the same day, once each', async () => {
    world.clock.set(hongKong('2027-01-31T09:00'))
    const { accountId } = await world.aSubscriber()
    const ends: string[] = []
    for (let month = 0; month < 12; month++) {
      const { paid_until } = await world.row(accountId)
      ends.push(inHongKong(paid_until))
      world.clock.set(paid_until.subtract({ hours: 5 }))
      await world.node.runDue()
      world.clock.set(paid_until)
      await world.node.runDue()
      expect(await world.credits(accountId)).toBe(60)
    }
    expect(ends.slice(0, 4)).toEqual(['2027-03-01T00:00', '2027-04-01T00:00', '2027-05-01T00:00', '2027-06-01T00:00'])
    expect(await world.orders(accountId)).toHaveLength(12)
  })

  test('is given once to a number, also after its account was erased', async () => {
    const { accountId } = await world.aSubscriber()
    const { number } = await world.db
      .selectFrom('account')
      .select('number')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    await cancel(accountId)
    await world.goTo('2026-12-21T00:00')
    await world.node.runDue()
    await world.accounts.closing.erase(number)
    expect(await world.rows(accountId)).toEqual([])
    const again = await world.accounts.find(number)
    expect(again).toBeUndefined()
    const { accountId: second } = await world.aMemberWith(number)
    expect((await world.start(second)).trial).toBe(false)
    expect(await world.node.subscriptions.starts.factsOf(second)).toMatchObject({ hadPlan: true, current: null })
  })

  test('is given once to a payer: the mandate of a second account is ended, and nothing is charged', async () => {
    const [one, other] = [await world.aMember(), await world.aMember()]
    await world.approve((await world.start(one)).agreementId, 'the same payer')
    const { agreementId, trial } = await world.start(other)
    expect(trial).toBe(true)
    await world.approve(agreementId, 'the same payer')
    await world.node.runDue()
    expect(await world.rows(other)).toEqual([])
    expect(await world.orders(other)).toEqual([])
    expect(await world.node.agreements.find(other, agreementId)).toMatchObject({ failure: 'TRIAL_USED' })
    expect(world.pull.side(agreementId).state).toBe('ended')
    // The same plan is then offered without a trial to this payer.
    const paid = await world.start(other, 'alipay', { shown: { amountCents: 8_800, dueCents: 8_800, trial: false } })
    expect(paid.trial).toBe(false)
    await world.approve(paid.agreementId, 'the same payer')
    await world.node.runDue()
    expect(await world.state(other)).toBe('active')
    expect(await world.orders(other)).toHaveLength(1)
  })

  test('the plan, what was agreed and the account tell one instant of the first charge', async () => {
    const accountId = await world.aMember()
    const viewer = { kind: 'member', accountId } as MemberViewer
    const [offered] = await world.node.plans.subscribable(viewer, { offer: 'standard', canRenew: true })
    await world.approve((await world.start(accountId)).agreementId)
    const told = await world.node.subscriptions.views.detail(accountId)
    expect(told?.nextChargeAt).toEqual(offered!.terms.firstChargeAt)
  })

  test('a refused free month uses up nothing: the member has it with a payer of their own', async () => {
    const [one, other] = [await world.aMember(), await world.aMember()]
    await world.approve((await world.start(one)).agreementId, 'a payer of two')
    await world.approve((await world.start(other)).agreementId, 'a payer of two')
    expect(await world.node.subscriptions.starts.factsOf(other)).toMatchObject({ hadPlan: false })
    const own = await world.start(other)
    expect(own.trial).toBe(true)
    await world.approve(own.agreementId, 'their own payer')
    await world.node.runDue()
    expect(await world.state(other)).toBe('trial')
    expect(await world.orders(other)).toEqual([])
  })

  test('a refused free month of a used number leaves its payer new', async () => {
    const { accountId } = await world.aSubscriber()
    const { number } = await world.db
      .selectFrom('account')
      .select('number')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    await cancel(accountId)
    await world.goTo('2027-01-21T00:00')
    await world.node.runDue()
    await world.accounts.closing.erase(number)
    const { accountId: second } = await world.aMemberWith(number)
    const counted = () => world.db.selectFrom('trial_identity').select('kind').execute()
    const before = await counted()
    const agreement = await world.start(second)
    await world.db
      .updateTable('agreement')
      .set({ trial: true })
      .where('agreement_id', '=', agreement.agreementId)
      .execute()
    await world.approve(agreement.agreementId, 'a new payer')
    expect(await world.node.agreements.find(second, agreement.agreementId)).toMatchObject({ failure: 'TRIAL_USED' })
    expect(await counted()).toHaveLength(before.length)
  })

  test('the same payer at another provider is another payer', async () => {
    const [one, other] = [await world.aMember(), await world.aMember()]
    await world.approve((await world.start(one, 'alipay')).agreementId, '1234')
    await world.approve((await world.start(other, 'paypal')).agreementId, '1234')
    expect(await world.state(other)).toBe('trial')
  })

  test('nor any plan is for members of a telecom partner, but by its own calls', async () => {
    const accountId = await world.aMember('hgc')
    await expect(world.start(accountId, 'alipay', { isPartnerCall: false })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      details: { of: 'plan' },
    })
    await expect(world.aPrepaid(accountId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.rows(accountId)).toEqual([])
    const { agreementId, trial } = await world.start(accountId)
    expect(trial).toBe(false)
    await world.approve(agreementId)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('active')
    expect(await world.orders(accountId)).toMatchObject([{ state: 'paid', amount_cents: 8_800 }])
    expect(await world.notices(accountId)).toEqual(['planStarted'])
  })

  test('is not for who had a prepaid month', async () => {
    const accountId = await world.aMember()
    await world.prepay(accountId)
    await world.goTo('2026-12-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
    expect((await world.start(accountId)).trial).toBe(false)
  })
})

describe('a failed renewal', () => {
  test('is tried again on days 1, 3 and 5; titles play until the end of day 5, without new credits; then the plan ends', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    expect(await world.state(accountId)).toBe('past_due')
    expect(await world.playsUntil(accountId)).toBe('2026-12-26T00:00')
    const attempts = async () => (await world.orders(accountId)).length
    for (const [at, made] of [
      ['2026-12-21T09:59', 1],
      ['2026-12-21T10:00', 2],
      ['2026-12-23T09:59', 2],
      ['2026-12-23T10:00', 3],
      ['2026-12-25T09:59', 3],
      ['2026-12-25T10:00', 4],
      ['2026-12-25T23:59', 4],
    ] as const) {
      await world.goTo(at)
      expect([at, await attempts(), await world.state(accountId)]).toEqual([at, made, 'past_due'])
    }
    expect(await world.credits(accountId)).toBe(0)
    await world.goTo('2026-12-26T00:00')
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'givenUp' })
    expect(await world.playsUntil(accountId)).toBe('2026-12-26T00:00')
    await world.node.runDue()
    expect(world.pull.side(agreementId).state).toBe('ended')
    const failed = Array.from({ length: 4 }, () => 'renewalFailed')
    expect(await world.notices(accountId)).toEqual(['trialStarted', ...failed, 'planEnded'])
  })

  test('that succeeds late keeps the anchor, and brings the credits at once', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    world.pull.declines = false
    await world.goTo('2026-12-23T10:00')
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.row(accountId)).toMatchObject({ cycle: 2, charge_attempts: 0, failed_at: null })
    await world.goTo('2027-01-20T18:00')
    expect((await world.orders(accountId)).filter(({ state }) => state === 'paid')).toHaveLength(2)
  })

  test('is tried again on the member’s request, and charges once', async () => {
    const { accountId } = await world.aSubscriber()
    await expect(world.node.subscriptions.changes.retry(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    expect(await world.node.subscriptions.changes.retry(accountId)).toMatchObject({ state: 'failed', ordinal: 2 })
    world.pull.declines = false
    expect(await world.node.subscriptions.changes.retry(accountId)).toMatchObject({ state: 'paid', ordinal: 3 })
    await expect(world.node.subscriptions.changes.retry(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    expect(await world.state(accountId)).toBe('active')
  })

  test('whose plan has ended is refunded when it succeeds after all', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-26T00:00')
    const [first] = await world.orders(accountId)
    world.alipay.orders.get(first!.order_id)!.state = 'paid'
    world.alipay.balanceCents += 8_800
    await world.goTo('2026-12-27T18:00')
    await world.node.runDue()
    expect((await world.orders(accountId))[0]).toMatchObject({ state: 'refunded', undeliverable: 'the plan has ended' })
    expect(await world.state(accountId)).toBe('ended')
  })

  test('without an answer is not charged twice', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.troubles = ['response lost']
    world.alipay.troubles = ['request lost', 'request lost']
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-20T19:30')
    await world.goTo('2026-12-20T21:00')
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['paid'])
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 charged'])
  })
})

test('nothing is charged while payments wait after a restore', async () => {
  const { accountId } = await world.aSubscriber()
  await pausePayments(world.db, world.clock.now())
  await world.goTo('2026-12-20T18:00')
  expect(await world.orders(accountId)).toEqual([])
  await world.node.payments.reconcile(world.clock.now().subtract({ hours: 24 }))
  await world.node.runDue()
  expect(await world.orders(accountId)).toHaveLength(1)
})
