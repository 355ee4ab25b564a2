import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentKind } from '#contract/payments.ts'
import { payasia } from '#server/adapters/payments/payasia/payasia.ts'
import { createPaymentSandboxWorld, type PaymentSandboxWorld } from './support/payment-sandbox.ts'

let world: PaymentSandboxWorld

beforeAll(async () => {
  world = await createPaymentSandboxWorld({
    // Octopus by Payment Asia, as where no other gateway offers it.
    replace: (providers, access) => [
      ...providers.filter(({ kind }) => kind !== 'octopus'),
      ...payasia
        .open(access.settings['payasia']!, { notifyUrl: undefined, brand: () => 'Harbour', sandbox: true })
        .providers.filter(({ kind }) => kind === 'octopus'),
    ],
  })
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const statusOf = async (orderId: string) =>
  (await world.payments.status({ accountId: world.accountId, language: 'en_US', orderId })).status

interface Kind {
  readonly kind: PaymentKind
  readonly type: 'form' | 'redirect'
  readonly provider: string
}
const KINDS: readonly Kind[] = [
  { kind: 'payasia', type: 'form', provider: 'provider:payasia' },
  { kind: 'octopus', type: 'form', provider: 'provider:octopus' },
  { kind: 'crypto', type: 'redirect', provider: 'provider:crypto' },
]

describe.each(KINDS)('$kind', ({ kind, type, provider }) => {
  test('success: paid by its callback, credited, booked, and the payer returns', async () => {
    const order = await world.start(kind)
    expect(order.nextAction).toMatchObject({ type })
    const { status, location } = await world.choose(order, 'approve')
    expect(location).toMatch(/^http:\/\/localhost:8080\/\?from=payment.*#\/paypiont$/)
    expect(status).toBe(type === 'form' ? 307 : 303)
    await world.settle()
    expect(world.received).toEqual([200])
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await world.creditsOf()).toBe(100)
    expect(await world.bookedFor(order.orderId)).toEqual({ [provider]: 10_000, deferred_credits: -10_000 })
  })

  test('abandoned: expired after its time, and nothing credited', async () => {
    const order = await world.start(kind)
    await world.open(order)
    await world.advance(100)
    expect(await statusOf(order.orderId)).toBe('expired')
    expect(await world.creditsOf()).toBe(0)
  })

  test('late: paid once the provider has completed it', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'delay')
    await world.settle()
    expect(await statusOf(order.orderId)).toBe('pending')
    await world.advance(11)
    expect(await statusOf(order.orderId)).toBe('paid')
  })

  test('no callback: paid by a query, or by the browser’s return', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'silent')
    await world.settle()
    expect(world.received).toEqual([])
    await world.payments.returned({ accountId: world.accountId, orderId: order.orderId })
    expect(await statusOf(order.orderId)).toBe('paid')
    await world.reset()
    const other = await world.start(kind)
    await world.choose(other, 'silent')
    await world.advance(1)
    expect(await statusOf(other.orderId)).toBe('paid')
  })

  test('callbacks sent twice credit once', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'double')
    await world.advance(1)
    await world.advance(1)
    expect(world.received).toEqual([200, 200])
    expect(await world.creditsOf()).toBe(100)
  })

  test('a forged callback is refused, and nothing is credited', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'forged')
    await world.settle()
    expect(world.received).toEqual([403])
    expect(await statusOf(order.orderId)).toBe('pending')
    expect(await world.creditsOf()).toBe(0)
  })

  test('another kind closes the order', async () => {
    const order = await world.start(kind)
    await world.open(order)
    const other = await world.start('paypal')
    expect(await statusOf(order.orderId)).toBe('expired')
    expect(await statusOf(other.orderId)).toBe('pending')
  })
})

describe.each(['payasia', 'octopus'] as const)('%s', (kind) => {
  test('decline: failed, nothing credited', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'decline')
    await world.settle()
    expect(await statusOf(order.orderId)).toBe('failed')
    expect(await world.creditsOf()).toBe(0)
  })

  test('another amount is reviewed and not credited', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'wrongAmount')
    await world.settle()
    expect(await world.stateOf(order.orderId)).toEqual({ state: 'review', paid: 9_900 })
    expect(await world.creditsOf()).toBe(0)
  })

  test.each(['delivered', 'lost'])('a payment made in two tabs is returned once: its datafeeds are %s', async (how) => {
    const order = await world.start(kind)
    await world.choose(order, 'twice')
    if (how === 'delivered') await world.settle()
    else await world.payments.returned({ accountId: world.accountId, orderId: order.orderId })
    await world.advance(91)
    await world.advance(3)
    expect(await world.stateOf(order.orderId)).toEqual({ state: 'paid', paid: 10_000 })
    const second = await world.db
      .selectFrom('payment_order')
      .selectAll()
      .where('second_of', '=', order.orderId)
      .execute()
    expect(second.map(({ state, paid_cents }) => [state, paid_cents])).toEqual([['refunded', 10_000]])
    expect(await world.creditsOf()).toBe(100)
    expect(await world.bookedFor(second[0]!.order_id)).toEqual({})
    expect(await world.payments.differences()).toEqual([])
    expect((await world.inbox()).toSorted()).toEqual(expect.arrayContaining(['paidTwice', 'paymentRefunded']))
    expect((await world.payments.cases()).filter(({ orderId }) => orderId === order.orderId)).toEqual([])
  })

  test('refunds take a minute: in part, then the rest', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'approve')
    await world.settle()
    const { orderId } = order
    await world.payments.refund({ orderId, amountCents: 2_500, reason: 'asked', actor: 'test' })
    await world.runDue()
    expect(await world.creditsOf()).toBe(75)
    expect(await world.stateOf(orderId)).toMatchObject({ state: 'refunding' })
    await world.advance(2)
    expect(await world.stateOf(orderId)).toMatchObject({ state: 'part_refunded' })
    await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.runDue()
    await world.advance(2)
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await world.bookedFor(orderId)).toEqual({})
  })

  test('its page cannot be closed: a payment made after another kind was chosen is returned', async () => {
    const order = await world.start(kind)
    const address = await world.open(order)
    await world.start('paypal')
    await fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice: 'approve' }) })
    await world.settle()
    expect(await statusOf(order.orderId)).toBe('paid')
    await world.runDue()
    await world.advance(2)
    expect(await statusOf(order.orderId)).toBe('refunded')
    expect(await world.creditsOf()).toBe(0)
  })

  test('a form that was changed is refused by its page', async () => {
    const { nextAction } = await world.start(kind)
    const fields = { ...nextAction!.fields, amount: '1.00' }
    const answer = await fetch(nextAction!.url, { method: 'POST', body: new URLSearchParams(fields) })
    expect(answer.status).toBe(400)
  })
})

test('an Octopus order is queried and refunded at the gateway where it was made, whichever offers the kind now', async () => {
  const order = await world.start('octopus')
  await world.choose(order, 'silent')
  const { accountId, unchanged } = world
  const { orderId } = order
  expect(await unchanged.returned({ accountId, orderId })).toMatchObject({ state: 'paid', gateway: 'payasia' })
  await unchanged.refund({ orderId, reason: 'asked', actor: 'test' })
  await unchanged.runDue()
  await world.advance(2)
  expect(await world.stateOf(orderId)).toMatchObject({ state: 'refunded' })
})

test('a refund of Octopus between two steps is refused before anything is held', async () => {
  const order = await world.start('octopus')
  await world.choose(order, 'approve')
  await world.settle()
  const refund = { orderId: order.orderId, amountCents: 105, reason: 'asked', actor: 'test' }
  expect(await world.payments.refund(refund)).toEqual({ outcome: 'wrong step', stepCents: 10 })
  expect(await world.stateOf(order.orderId)).toMatchObject({ state: 'paid' })
  expect(await world.creditsOf()).toBe(100)
})

describe('crypto', () => {
  test('too much is credited once, and booked as it came', async () => {
    const order = await world.start('crypto')
    await world.choose(order, 'tooMuch')
    await world.settle()
    expect(await world.stateOf(order.orderId)).toEqual({ state: 'paid', paid: 10_100 })
    expect(await world.creditsOf()).toBe(100)
    expect(await world.bookedFor(order.orderId)).toEqual({ 'provider:crypto': 10_100, deferred_credits: -10_100 })
  })

  test('too little stays open until its time is over, and is then reviewed', async () => {
    const order = await world.start('crypto')
    await world.choose(order, 'wrongAmount')
    await world.settle()
    expect(await statusOf(order.orderId)).toBe('pending')
    expect(await world.start('paypal')).toMatchObject({ kind: 'paypal', state: 'pending' })
    await world.advance(31)
    expect(await world.stateOf(order.orderId)).toEqual({ state: 'review', paid: 9_900 })
    expect(await world.creditsOf()).toBe(0)
  })

  test('too late, and confirmed, is credited', async () => {
    const order = await world.start('crypto')
    await world.choose(order, 'late')
    await world.advance(30)
    expect(await statusOf(order.orderId)).toBe('expired')
    await world.advance(2)
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await world.creditsOf()).toBe(100)
  })

  test('a refund waits until its payer claims it', async () => {
    const order = await world.start('crypto')
    await world.choose(order, 'approve')
    await world.settle()
    const { orderId } = order
    await world.payments.refund({ orderId, amountCents: 2_500, reason: 'asked', actor: 'test' })
    await world.runDue()
    const { refunds, openRefund } = await receiptOf(orderId)
    expect(refunds).toEqual([])
    expect(openRefund).toMatchObject({ state: 'awaiting_claim', amountCents: 2_500 })
    expect(await world.inbox()).toContain('refundToClaim')
    await fetch(openRefund!.claimUrl!, { method: 'POST' })
    await world.advance(10)
    expect(await receiptOf(orderId)).toMatchObject({ refunds: [{ amountCents: 2_500 }], openRefund: undefined })
    expect(await world.stateOf(orderId)).toMatchObject({ state: 'part_refunded' })
    expect(await world.bookedFor(orderId)).toEqual({ 'provider:crypto': 7_500, deferred_credits: -7_500 })
  })

  test('a refund that is claimed in part is split: what is claimed is refunded, the rest waits under the same link', async () => {
    const order = await world.start('crypto')
    await world.choose(order, 'approve')
    await world.settle()
    await world.payments.refund({ orderId: order.orderId, amountCents: 2_500, reason: 'asked', actor: 'test' })
    await world.runDue()
    const { claimUrl } = (await receiptOf(order.orderId)).openRefund!
    await fetch(claimUrl!, { method: 'POST', body: new URLSearchParams({ cents: '1000' }) })
    await world.advance(7 * 60)
    expect(await receiptOf(order.orderId)).toMatchObject({
      refunds: [{ amountCents: 1_000 }],
      openRefund: { claimUrl },
    })
    await fetch(claimUrl!, { method: 'POST', body: new URLSearchParams({ cents: '1500' }) })
    await world.advance(7 * 60)
    expect(await world.stateOf(order.orderId)).toMatchObject({ state: 'part_refunded' })
    expect(await attention()).toMatchObject({ unfinishedRefunds: 0 })
  })

  test('an unclaimed refund returns: its credits are given back', async () => {
    const order = await world.start('crypto')
    await world.choose(order, 'approve')
    await world.settle()
    const { orderId } = order
    await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.runDue()
    expect(await world.creditsOf()).toBe(0)
    await world.advance(91 * 24 * 60)
    expect(await world.stateOf(orderId)).toMatchObject({ state: 'paid' })
    expect(await world.creditsOf()).toBe(100)
    expect(await receiptOf(orderId)).toMatchObject({ refunds: [], openRefund: { state: 'returned' } })
  })
})

const receiptOf = (orderId: string) =>
  world.payments.receipt({ accountId: world.accountId, language: 'en_US', orderId })

/** What an operator is told, by cause. */
async function attention(): Promise<Record<string, number>> {
  const [gauge] = world.payments.domainModule.gauges ?? []
  return Object.fromEntries((await gauge!.read()).map(({ labels, value }) => [labels!.cause!, value]))
}
