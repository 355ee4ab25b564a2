import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cycleEnd } from '#server/domains/plans/index.ts'
import { type AgreementSandbox, createAgreementSandbox } from './support/agreement-sandbox.ts'

const DAY = 24 * 60

let world: AgreementSandbox
beforeAll(async () => {
  world = await createAgreementSandbox()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

describe('PayPal: its schedule charges', () => {
  const atOnce = () => ({ trial: false, firstChargeAt: world.now() })

  test('without a trial: activated and paid at once, then every month', async () => {
    const { agreementId } = await world.anActive('paypal', atOnce())
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await world.advance(32 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
    expect(await world.ordersOf(agreementId)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('with a trial: nothing for a month, then paid', async () => {
    const { agreementId } = await world.anActive('paypal')
    await world.advance(27 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated'])
    await world.advance(5 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
  })

  /** 18:00 in Hong Kong on the last day of what ends then. */
  const lastEvening = (end: Temporal.Instant) => end.subtract({ hours: 6 })
  /** The whole minutes until one to two minutes before `at`: the provider's clock runs on during the test. */
  const minutesBefore = (at: Temporal.Instant) => Math.floor(world.now().until(at).total('minutes')) - 1

  /** To a day that every month has: whether a schedule that begins on the 31st keeps to it is the provider's affair. */
  async function advanceToTenth(): Promise<void> {
    const now = world.now().toZonedDateTimeISO('Asia/Hong_Kong')
    await world.advance(Math.round(now.until(now.add({ months: 1 }).with({ day: 10 })).total('minutes')))
  }

  test.each([
    ['a free month', true, []],
    ['a month that is charged now', false, ['paid 8800']],
  ])('%s: the next charge is on the last day of it in Hong Kong, and so told before', async (_, trial, first) => {
    await advanceToTenth()
    const end = cycleEnd(world.now(), 1)
    const { agreementId } = await world.anActive('paypal', {
      trial,
      firstChargeAt: trial ? end : world.now(),
      firstCycleEndsAt: end,
    })
    expect(await world.heardOf(agreementId)).toEqual(['activated', ...first])
    await world.advance(2 * DAY)
    await world.runDue()
    expect((await world.find(agreementId)).nextChargeAt).toEqual(lastEvening(end))
    await world.advance(minutesBefore(lastEvening(end)))
    expect(await world.heardOf(agreementId)).toEqual(['activated', ...first])
    await world.advance(3)
    expect(await world.heardOf(agreementId)).toEqual(['activated', ...first, 'paid 8800'])
    expect((await world.find(agreementId)).nextChargeAt).toEqual(lastEvening(cycleEnd(end.subtract({ hours: 1 }), 1)))
  })

  test('a replacement of what is overdue is charged now, then as the cycle ends that it paid', async () => {
    const end = cycleEnd(world.now(), 0).add({ hours: 18 * 24 })
    const { agreementId } = await world.anActive('paypal', { ...atOnce(), firstCycleEndsAt: end })
    await world.advance(minutesBefore(lastEvening(end)))
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await world.advance(3)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('a first charge that lies ahead is taken then', async () => {
    const { agreementId } = await world.anActive('paypal', {
      trial: false,
      firstChargeAt: world.now().add({ hours: 10 * 24 }),
    })
    await world.advance(9 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated'])
    await world.advance(2 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
  })

  test('its plans are made once for each version, with and without trial', async () => {
    await world.start('paypal')
    await world.start('paypal', atOnce())
    await world.db.deleteFrom('agreement_catalogue').where('name', 'like', 'plan%trial').execute()
    await world.start('paypal')
    const rows = await world.db.selectFrom('agreement_catalogue').selectAll().orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual([
      'plan entertainment-pass.1 8800 HKD',
      'plan entertainment-pass.1 8800 HKD trial',
      'product',
    ])
    expect(new Set(rows.map((row) => row.reference)).size).toBe(3)
  })

  test('cancelled: not charged; undone: charged from the next date on', async () => {
    const agreement = await world.anActive('paypal', atOnce())
    const { agreementId } = agreement
    await world.agreements.cancel(agreement)
    await world.advance(35 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await world.agreements.undo(agreement)
    await world.settle()
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await world.advance(31 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('declined: tried again after five days', async () => {
    const { agreementId } = await world.anActive('paypal', atOnce())
    await world.control(agreementId, { charges: 'decline' })
    await world.advance(32 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'charge failed'])
    await world.control(agreementId, { charges: 'succeed' })
    await world.advance(5 * DAY)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'charge failed', 'paid 8800'])
    expect(await world.stateOf(agreementId)).toBe('active')
  })

  test('declined three times: given up, and ended', async () => {
    const { agreementId } = await world.anActive('paypal', atOnce())
    await world.control(agreementId, { charges: 'decline' })
    await world.advance(32 * DAY)
    await world.advance(5 * DAY)
    await world.advance(5 * DAY)
    await world.runDue()
    expect(await world.heardOf(agreementId)).toEqual([
      'activated',
      'paid 8800',
      'charge failed',
      'charge failed',
      'charge failed for good',
    ])
    expect(await world.stateOf(agreementId)).toBe('ended')
  })

  test('a charge of another amount is reviewed', async () => {
    const { agreementId } = await world.anActive('paypal')
    await world.control(agreementId, { charges: 'wrongAmount' })
    await world.advance(32 * DAY)
    expect(await world.ordersOf(agreementId)).toMatchObject([{ state: 'review', paid_cents: 8_700 }])
    expect(await world.heardOf(agreementId)).toEqual(['activated'])
  })

  test('without any callback: approval and charges are found by queries', async () => {
    const { agreementId, nextAction } = await world.start('paypal', atOnce())
    await world.choose(nextAction!.url, 'silent')
    await world.advance(1)
    await world.runDue()
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await world.advance(33 * DAY)
    await world.runDue()
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('every callback sent twice: each charge counts once', async () => {
    const { agreementId, nextAction } = await world.start('paypal', atOnce())
    await world.choose(nextAction!.url, 'double')
    await world.advance(1)
    await world.advance(32 * DAY)
    await world.advance(1)
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('a charge is refunded at its sale, in part and whole', async () => {
    const { agreementId } = await world.anActive('paypal', atOnce())
    const orderId = (await world.ordersOf(agreementId))[0]!.order_id
    await world.payments.refund({ orderId, amountCents: 1_000, reason: 'asked', actor: 'test' })
    await world.runDue()
    expect(await world.ordersOf(agreementId)).toMatchObject([{ state: 'part_refunded' }])
    await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.runDue()
    expect(await world.ordersOf(agreementId)).toMatchObject([{ state: 'refunded' }])
  })

  test('approved after we gave it up: ended there, and its charge returned', async () => {
    const { agreementId, nextAction } = await world.start('paypal', atOnce())
    await world.advance(31)
    await world.runDue()
    expect(await world.stateOf(agreementId)).toBe('abandoned')
    world.owner.undeliverable = 'no such plan'
    await world.choose(nextAction!.url, 'approve')
    await world.settle()
    await world.runDue()
    expect(await world.heardOf(agreementId)).toEqual([])
    expect(await world.ordersOf(agreementId)).toMatchObject([{ state: 'refunded' }])
    expect(await world.thereOf(agreementId)).toBe('ended')
  })
})
