import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createSubscriptionsWorld,
  inHongKong,
  type SubscriptionsWorld,
} from '../../../../test/support/subscriptions.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
const hk = (text: string) => Temporal.ZonedDateTime.from(`${text}[Asia/Hong_Kong]`).toInstant()
beforeEach(() => {
  // Members are new; the books and the clock go on.
  world.pull.declines = false
  world.clock.set(hk('2026-11-20T14:00'))
})
afterEach(async () => {
  expect(await world.node.ledger.check()).toMatchObject({ differences: [] })
})

const cancel = (accountId: string) => world.node.subscriptions.cancel({ accountId })
const undo = (accountId: string) => world.node.subscriptions.undo({ accountId })
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
    world.clock.set(hk('2027-01-31T09:00'))
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
    expect(await world.node.subscriptions.factsOf(second)).toMatchObject({ hadPlan: true, current: null })
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
    // The same plan is then offered without a trial.
    expect(await world.node.subscriptions.factsOf(other)).toMatchObject({ hadPlan: true })
    const paid = await world.start(other)
    expect(paid.trial).toBe(false)
    await world.approve(paid.agreementId, 'the same payer')
    await world.node.runDue()
    expect(await world.state(other)).toBe('active')
    expect(await world.orders(other)).toHaveLength(1)
  })

  test('the same payer at another provider is another payer', async () => {
    const [one, other] = [await world.aMember(), await world.aMember()]
    await world.approve((await world.start(one, 'alipay')).agreementId, '1234')
    await world.approve((await world.start(other, 'paypal')).agreementId, '1234')
    expect(await world.state(other)).toBe('trial')
  })

  test('is not for customers of a telecom partner, who pay at once', async () => {
    const accountId = await world.aMember('hgc')
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

  test('is tried again when its member asks, and charges once', async () => {
    const { accountId } = await world.aSubscriber()
    await expect(world.node.subscriptions.retry(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    expect(await world.node.subscriptions.retry(accountId)).toMatchObject({ state: 'failed', ordinal: 2 })
    world.pull.declines = false
    expect(await world.node.subscriptions.retry(accountId)).toMatchObject({ state: 'paid', ordinal: 3 })
    await expect(world.node.subscriptions.retry(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
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

describe('cancelling', () => {
  test('ends the plan with the cycle: nothing is charged, and what is left of its credits is forfeited', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling' })
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling' })
    await world.goTo('2026-12-20T23:59')
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await world.credits(accountId)).toBe(60)
    await world.goTo('2026-12-21T00:00')
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'over' })
    expect(await world.credits(accountId)).toBe(0)
    expect(await world.orders(accountId)).toEqual([])
    await world.node.runDue()
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'planCancelled', 'planEnded'])
  })

  test('can be undone while the plan runs', async () => {
    const { accountId } = await world.aSubscriber()
    await expect(undo(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    await cancel(accountId)
    expect(await undo(accountId)).toMatchObject({ state: 'trial' })
    await world.goTo('2026-12-20T18:00')
    expect(await world.state(accountId)).toBe('active')
    await cancel(accountId)
    expect(await undo(accountId)).toMatchObject({ state: 'active' })
    await cancel(accountId)
    await world.goTo('2027-01-21T00:00')
    await expect(undo(accountId)).rejects.toEqual(code('NOT_FOUND'))
  })

  test('of a plan that its provider charges suspends it there first', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.troubles = ['request lost', 'request lost', 'request lost']
    await expect(cancel(accountId)).rejects.toEqual(code('UNAVAILABLE'))
    expect(await world.state(accountId)).toBe('trial')
    world.push.troubles = []
    world.clock.advance('PT10M')
    await world.node.runDue()
    await cancel(accountId)
    expect(world.push.side(agreementId).state).toBe('suspended')
    await undo(accountId)
    expect(world.push.side(agreementId).state).toBe('active')
  })

  test('of what is past due ends the plan at once', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    expect(await cancel(accountId)).toMatchObject({ state: 'ended', endReason: 'cancelled' })
    expect(await world.playsUntil(accountId)).toBe('2026-12-22T12:00')
  })

  test('in the last hours, after a failed charge, leaves what is paid', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling' })
    expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
  })

  test('that was not recorded before a crash is found before the charge', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    await world.node.agreements.cancel((await world.node.agreements.find(accountId, agreementId))!)
    await world.goTo('2026-12-20T18:00')
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await world.orders(accountId)).toEqual([])
  })

  test('is not for prepaid months, or for a plan of somebody else', async () => {
    const accountId = await world.aMember()
    await expect(cancel(accountId)).rejects.toEqual(code('NOT_FOUND'))
    await world.prepay(accountId)
    await expect(cancel(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    const { agreementId } = await world.aSubscriber()
    const other = await world.aSubscriber()
    await expect(world.node.subscriptions.cancel({ accountId: other.accountId, agreementId })).rejects.toEqual(
      code('NOT_FOUND'),
    )
  })
})

describe('prepaid months', () => {
  test('run without renewal, one after the other', async () => {
    const accountId = await world.aMember()
    await world.prepay(accountId)
    await world.prepay(accountId)
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
    await world.goTo('2026-12-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
    await world.goTo('2027-01-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
    expect(await world.credits(accountId)).toBe(0)
  })

  test('wait behind the time that is paid, and move the next charge', async () => {
    const { accountId } = await world.aSubscriber()
    await world.prepay(accountId)
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 prepaid'])
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-21T00:00')
    expect((await world.orders(accountId)).map(({ purpose }) => purpose)).toEqual(['plan'])
    await world.goTo('2027-01-20T18:00')
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 prepaid', '3 charged'])
  })

  test('pay what is past due', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    await world.prepay(accountId)
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
  })

  test.each(['paypal', 'alipay'] as const)('are not sold by %s, which renews', async (kind) => {
    const accountId = await world.aMember()
    await expect(world.prepay(accountId, 'entertainment-pass', kind)).rejects.toEqual(code('NOT_FOUND'))
  })

  test('can be renewed by an agreement, which charges when they are over', async () => {
    const accountId = await world.aMember()
    await world.prepay(accountId)
    const agreement = await world.start(accountId)
    expect(inHongKong(agreement.firstChargeAt)).toBe('2026-12-21T00:00')
    expect(agreement.trial).toBe(false)
    await world.approve(agreement.agreementId)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('active')
    expect(await world.orders(accountId)).toHaveLength(1)
    await world.goTo('2026-12-20T18:00')
    expect(await world.cycles(accountId)).toEqual(['1 prepaid', '2 charged'])
  })
})

describe('changing', () => {
  test('the plan takes effect with the next cycle, at its price', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    await expect(world.start(accountId)).rejects.toEqual(code('CONFLICT'))
    const next = await world.start(accountId, 'alipay', 'promotional-pass')
    expect(next).toMatchObject({ trial: false, amountCents: 4_800 })
    await world.approve(next.agreementId)
    await world.node.runDue()
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect(await world.row(accountId)).toMatchObject({
      state: 'trial',
      plan_version_id: 'entertainment-pass.1',
      next_plan_version_id: 'promotional-pass.1',
    })
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-21T00:00')
    expect(await world.row(accountId)).toMatchObject({
      state: 'active',
      plan_version_id: 'promotional-pass.1',
      next_plan_version_id: null,
    })
    expect((await world.orders(accountId)).map(({ amount_cents }) => amount_cents)).toEqual([4_800])
    const back = await world.start(accountId, 'alipay', 'entertainment-pass')
    await world.approve(back.agreementId)
    await world.goTo('2027-01-20T18:00')
    expect((await world.orders(accountId)).map(({ amount_cents }) => amount_cents)).toEqual([4_800, 8_800])
  })

  test('the payment method of what is past due charges the new one at once', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    world.pull.declines = false
    const { agreementId, firstChargeAt } = await world.start(accountId)
    expect(inHongKong(firstChargeAt)).toBe('2026-12-22T12:00')
    await world.approve(agreementId)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
  })

  test('a cancelled plan goes on with a new agreement', async () => {
    const { accountId } = await world.aSubscriber()
    await cancel(accountId)
    await world.approve((await world.start(accountId, 'paypal')).agreementId)
    expect(await world.row(accountId)).toMatchObject({ state: 'trial', agreement_kind: 'paypal' })
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'planCancelled', 'planResumed'])
  })

  test('a second plan beside a running one is refused, and its mandate ended', async () => {
    const accountId = await world.aMember()
    const { agreementId } = await world.start(accountId)
    await world.prepay(accountId)
    await world.approve(agreementId)
    await world.node.runDue()
    expect(await world.node.agreements.find(accountId, agreementId)).toMatchObject({ failure: 'HAS_PLAN' })
    expect(await world.rows(accountId)).toHaveLength(1)
  })
})

describe('a plan that its provider charges', () => {
  const sale = async (agreementId: string) => {
    const made = world.push.charge(agreementId)
    await world.node.hear('paypal', { agreementId, sale: made })
    return made
  }

  test('renews by its sales, each once', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-18T00:00')
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'renewalNotice'])
    await world.goTo('2026-12-20T15:00')
    const made = await sale(agreementId)
    await world.node.hear('paypal', { agreementId, sale: made })
    await world.goTo('2026-12-21T00:00')
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 charged'])
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.orders(accountId)).toHaveLength(1)
  })

  test('plays on for five days without a word, and is active again with its sale', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-21T00:00')
    expect(await world.state(accountId)).toBe('past_due')
    expect(await world.playsUntil(accountId)).toBe('2026-12-26T00:00')
    await world.goTo('2026-12-22T03:00')
    await sale(agreementId)
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
  })

  test('ends when the provider gives up', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-21T00:00')
    world.push.side(agreementId).chargeFailedAt = world.clock.now()
    await world.node.hear('paypal', { agreementId })
    expect(await world.notices(accountId)).toContain('renewalFailed')
    await world.goTo('2026-12-31T00:00')
    world.push.side(agreementId).state = 'suspended'
    await world.node.hear('paypal', { agreementId })
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'suspended' })
  })

  test('a sale after its cancellation is refunded', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-20T15:00')
    const made = world.push.charge(agreementId)
    world.paypal.balanceCents += 8_800
    await cancel(accountId)
    await world.node.hear('paypal', { agreementId, sale: made })
    await world.node.runDue()
    expect(await world.orders(accountId)).toMatchObject([
      { state: 'refunded', undeliverable: 'the plan is cancelling' },
    ])
    await world.goTo('2026-12-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
  })

  test('revoked at the provider runs to the end of what is paid', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.side(agreementId).state = 'ended'
    await world.node.hear('paypal', { agreementId, isEnded: true })
    expect(await world.row(accountId)).toMatchObject({ state: 'cancelling', agreement_id: null })
    await expect(undo(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    await world.goTo('2026-12-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
  })
})

describe('the first payment', () => {
  const withoutTrial = async (kind: 'alipay' | 'paypal') => {
    const accountId = await world.aMember('clp')
    const { agreementId } = await world.start(accountId, kind)
    return { accountId, agreementId }
  }

  test('that is declined leaves no plan, and ends the mandate', async () => {
    const { accountId, agreementId } = await withoutTrial('alipay')
    world.pull.declines = true
    await world.approve(agreementId)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
    await world.node.runDue()
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect(await world.node.subscriptions.progressOf(accountId, agreementId)).toMatchObject({ status: 'failed' })
    expect(await world.node.subscriptions.detail(accountId)).toBeNull()
  })

  test('begins the plan when it is there', async () => {
    const { accountId, agreementId } = await withoutTrial('paypal')
    await world.approve(agreementId)
    expect(await world.node.subscriptions.progressOf(accountId, agreementId)).toMatchObject({ status: 'pending' })
    await expect(world.start(accountId)).rejects.toEqual(code('CONFLICT'))
    world.clock.advance('PT30M')
    await world.node.hear('paypal', { agreementId, sale: world.push.charge(agreementId) })
    expect(await world.node.subscriptions.progressOf(accountId, agreementId)).toMatchObject({
      status: 'paid',
      amountCents: 8_800,
    })
    expect(inHongKong((await world.row(accountId)).anchor)).toBe('2026-11-20T14:30')
  })
})
