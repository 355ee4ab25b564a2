import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
const undo = (accountId: string) => world.node.subscriptions.changes.undo({ accountId })
const code = (name: string) => expect.objectContaining({ code: name })

describe('a plan that its provider charges', () => {
  const sale = async (agreementId: string) => {
    const made = world.push.charge(agreementId)
    await world.node.handleCallback('paypal', { agreementId, providerCharge: made })
    return made
  }

  test('renews by its sales, each once', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-18T00:00')
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'renewalNotice'])
    await world.goTo('2026-12-20T15:00')
    const made = await sale(agreementId)
    await world.node.handleCallback('paypal', { agreementId, providerCharge: made })
    await world.goTo('2026-12-21T00:00')
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 charged'])
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.orders(accountId)).toHaveLength(1)
  })

  const nextCharge = async (accountId: string) => {
    const at = (await world.node.subscriptions.views.detail(accountId))?.nextChargeAt
    return at && inHongKong(at)
  }
  /** The provider says when it charges next. */
  const dated = async (agreementId: string, text: string) => {
    world.push.side(agreementId).nextChargeAt = hongKong(text)
    await world.node.handleCallback('paypal', { agreementId })
  }
  /** The days that were announced. */
  const announced = async (accountId: string) => {
    const sent = await world.db
      .selectFrom('inbox_message')
      .select('params')
      .where('account_id', '=', accountId)
      .where('template', '=', 'renewalNotice')
      .orderBy('sent_at')
      .execute()
    return sent.map(({ params }) => (params as unknown as { day: string }).day)
  }

  test('is charged on the last day of what is paid, unless its provider says otherwise; so is the notice', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    expect(await nextCharge(accountId)).toBe('2026-12-20T18:00')
    await dated(agreementId, '2026-12-19T18:00')
    expect(await nextCharge(accountId)).toBe('2026-12-19T18:00')
    await world.goTo('2026-12-16T17:59')
    expect(await announced(accountId)).toEqual([])
    await world.goTo('2026-12-16T18:00')
    expect(await announced(accountId)).toEqual(['2026-12-19'])
  })

  test('is charged on its provider’s date also when a month is bought beside it, and each time after a notice', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await dated(agreementId, '2026-12-20T18:00')
    await world.prepay(accountId)
    expect(await nextCharge(accountId)).toBe('2026-12-20T18:00')
    await world.goTo('2026-12-17T18:00')
    expect(await announced(accountId)).toEqual(['2026-12-20'])
    await world.goTo('2026-12-20T18:00')
    world.push.side(agreementId).nextChargeAt = hongKong('2027-01-20T18:00')
    await sale(agreementId)
    expect(await nextCharge(accountId)).toBe('2027-01-20T18:00')
    await world.goTo('2027-01-17T18:00')
    expect(await announced(accountId)).toEqual(['2026-12-20', '2027-01-20'])
  })

  test('a date that has passed is not said again, while its provider has not named the next one', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await dated(agreementId, '2026-12-20T18:00')
    await world.goTo('2026-12-17T18:00')
    await world.goTo('2026-12-20T18:01')
    await sale(agreementId)
    expect(await nextCharge(accountId)).toBe('2027-01-20T18:00')
    await world.node.runDue()
    expect(await announced(accountId)).toEqual(['2026-12-20'])
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
    await world.node.handleCallback('paypal', { agreementId })
    expect(await world.notices(accountId)).toContain('renewalFailed')
    await world.goTo('2026-12-31T00:00')
    world.push.side(agreementId).state = 'suspended'
    await world.node.handleCallback('paypal', { agreementId })
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'suspended' })
  })

  test('a sale after its cancellation is refunded', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-20T15:00')
    const made = world.push.charge(agreementId)
    world.paypal.balanceCents += 8_800
    await cancel(accountId)
    await world.node.handleCallback('paypal', { agreementId, providerCharge: made })
    await world.node.runDue()
    expect(await world.orders(accountId)).toMatchObject([
      { state: 'refunded', undeliverable: 'the plan is cancelling' },
    ])
    await world.goTo('2026-12-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
  })

  test('a mandate that was lost in a restore is ended there, and its sale returned; the plan goes on', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await world.goTo('2026-12-20T18:00')
    const lost = { paymentReference: `lost-${agreementId}`, amountCents: 8_800, currency: 'HKD' }
    world.paypal.balanceCents += 8_800
    for (let n = 0; n < 2; n++)
      await world.node.handleCallback('paypal', { agreementId, providerReference: 'paypal-lost', providerCharge: lost })
    await world.node.runDue()
    expect(world.push.unknownEnded).toContain('paypal-lost')
    expect(await world.orders(accountId)).toMatchObject([{ state: 'refunded' }])
    await world.goTo('2026-12-20T18:01')
    await sale(agreementId)
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 charged'])
    expect(await world.orders(accountId)).toMatchObject([{ state: 'refunded' }, { state: 'paid' }])
  })

  test('a mandate beside the known one that is not ended yet is reported again', async () => {
    const { agreementId } = await world.aSubscriber('paypal')
    world.push.troubles = ['request lost']
    const other = { agreementId, providerReference: 'paypal-lost' }
    await expect(world.node.handleCallback('paypal', other)).rejects.toThrow('does not answer')
    await world.node.handleCallback('paypal', other)
  })

  test('revoked at the provider runs to the end of what is paid', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.side(agreementId).state = 'ended'
    await world.node.handleCallback('paypal', { agreementId, isEnded: true })
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
    expect(await world.node.subscriptions.progress.progressOf(accountId, agreementId)).toMatchObject({
      status: 'failed',
    })
    expect(await world.node.subscriptions.views.detail(accountId)).toBeNull()
  })

  test('begins the plan when it is there', async () => {
    const { accountId, agreementId } = await withoutTrial('paypal')
    await world.approve(agreementId)
    expect(await world.node.subscriptions.progress.progressOf(accountId, agreementId)).toMatchObject({
      status: 'pending',
    })
    await expect(world.start(accountId)).rejects.toEqual(code('CONFLICT'))
    world.clock.advance('PT30M')
    await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    expect(await world.node.subscriptions.progress.progressOf(accountId, agreementId)).toMatchObject({
      status: 'paid',
      amountCents: 8_800,
    })
    expect(inHongKong((await world.row(accountId)).anchor)).toBe('2026-11-20T14:30')
  })
})
