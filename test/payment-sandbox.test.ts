import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAYMENT_KINDS, type PaymentKind } from '#contract/payments.ts'
import { PAYMENT_ADAPTERS } from '#server/adapters/payments/payment-adapters.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { type ReceivedRequest, startFakeServer } from './support/fake-server.ts'
import { createPaymentSandboxWorld, type PaymentSandboxWorld } from './support/payment-sandbox.ts'
import { FIRST_REFUND } from './support/provider-refund.ts'

let world: PaymentSandboxWorld
beforeAll(async () => {
  world = await createPaymentSandboxWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

/** How the kinds differ. */
interface Kind {
  readonly other: PaymentKind
  readonly type: 'redirect' | 'qr'
  /** There is a page, and the browser returns from it; otherwise only a QR code. */
  readonly returns: boolean
  /** Its callbacks are not signed: each only triggers a query. */
  readonly isUnsigned?: boolean
  /** Minutes until a decline is found, a refund is done, an order can be closed: where the provider does not tell, or takes its time. */
  readonly minutes?: { readonly declined?: number; readonly refunded?: number; readonly closable?: number }
}

/** The kinds of a gateway's page have other tests, in the file named. */
const KINDS: Readonly<Record<PaymentKind, Kind | 'payment-page-sandbox.test.ts'>> = {
  paypal: { other: 'alipay', type: 'redirect', returns: true },
  alipay: { other: 'paypal', type: 'qr', returns: true },
  wechat: { other: 'paypal', type: 'qr', returns: false, minutes: { declined: 1, refunded: 2, closable: 6 } },
  payme: { other: 'paypal', type: 'qr', returns: true, isUnsigned: true },
  octopus: { other: 'paypal', type: 'redirect', returns: true, minutes: { refunded: 25 * 60 } },
  payasia: 'payment-page-sandbox.test.ts',
  crypto: 'payment-page-sandbox.test.ts',
}
const TESTED_HERE = PAYMENT_KINDS.flatMap((kind) => {
  const row = KINDS[kind]
  return typeof row === 'string' ? [] : { kind, ...row }
})

type Order = Awaited<ReturnType<PaymentSandboxWorld['start']>>

const statusOf = async (orderId: string) =>
  (await world.payments.status({ accountId: world.accountId, language: 'en_US', orderId })).status

/** Pays, and lets the callback arrive. */
async function paid(kind: PaymentKind, choice = 'approve'): Promise<Order> {
  const order = await world.start(kind)
  await world.choose(order, choice)
  await world.settle()
  await world.runDue()
  return order
}

describe.each(TESTED_HERE)('$kind', ({ kind, other, type, returns, isUnsigned, minutes = {} }) => {
  test('success: paid by its callback, credited, booked, and the payer returns', async () => {
    const order = await world.start(kind)
    expect(order.nextAction).toMatchObject({ type })
    expect(await (await fetch(await world.open(order))).text()).toContain('100 credits')
    const { location } = await world.choose(order, 'approve')
    if (returns) expect(location).toMatch(/^http:\/\/localhost:8080\/\?from=payment.*#\/paypiont$/)
    else expect(location).toBeNull()
    await world.settle()
    await world.runDue()
    expect(new Set(world.received.map((status) => Math.floor(status / 100)))).toEqual(new Set([2]))
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await world.creditsOf()).toBe(100)
    expect(await world.bookedFor(order.orderId)).toEqual({ [`provider:${kind}`]: 10_000, deferred_credits: -10_000 })
  })

  test('decline: failed, nothing credited', async () => {
    const order = await paid(kind, 'decline')
    await world.advance(minutes.declined ?? 0)
    expect(await statusOf(order.orderId)).toBe('failed')
    expect(await world.creditsOf()).toBe(0)
  })

  test('abandoned: expired after the provider’s time', async () => {
    const order = await world.start(kind)
    await world.advance(240)
    expect(await statusOf(order.orderId)).toBe('expired')
  })

  test('late: paid once the provider has completed it', async () => {
    const order = await paid(kind, 'delay')
    expect(await statusOf(order.orderId)).toBe('pending')
    await world.advance(11)
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await world.creditsOf()).toBe(100)
  })

  test('without a callback an order is paid by a query after a minute', async () => {
    const order = await paid(kind, 'silent')
    expect(world.received).toEqual([])
    expect(await statusOf(order.orderId)).toBe('pending')
    await world.advance(1)
    expect(await statusOf(order.orderId)).toBe('paid')
  })

  test('callbacks sent twice credit once', async () => {
    const order = await paid(kind, 'double')
    await world.advance(1)
    await world.advance(1)
    expect(world.received.length).toBeGreaterThan(1)
    expect(await world.creditsOf()).toBe(100)
    expect(await statusOf(order.orderId)).toBe('paid')
  })

  test('another amount is reviewed and not credited', async () => {
    const { orderId } = await paid(kind, 'wrongAmount')
    expect(await world.stateOf(orderId)).toEqual({ state: 'review', paid: 9_900 })
    expect(await world.creditsOf()).toBe(0)
    expect(await world.bookedFor(orderId)).toEqual({ [`provider:${kind}`]: 9_900, payments_received: -9_900 })
  })

  test('a forged callback is refused, or of no effect where none is signed', async () => {
    const order = await paid(kind, 'forged')
    expect(world.received).toEqual([isUnsigned ? 200 : 403])
    expect(await statusOf(order.orderId)).toBe('pending')
    expect(await world.creditsOf()).toBe(0)
  })

  test('the browser’s return is enough when callbacks are late', async () => {
    const { orderId } = await paid(kind, 'silent')
    const { accountId } = world
    expect(await world.payments.returned({ accountId, orderId })).toMatchObject({ state: 'paid' })
  })

  test('refunds: in part, then the rest; credits and books follow', async () => {
    const { orderId } = await paid(kind)
    await world.payments.refund({ orderId, amountCents: 2_500, reason: 'asked', actor: 'test' })
    expect(await world.creditsOf()).toBe(75)
    await world.runDue()
    await world.advance(minutes.refunded ?? 0)
    expect(await world.bookedFor(orderId)).toEqual({ [`provider:${kind}`]: 7_500, deferred_credits: -7_500 })
    await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.runDue()
    await world.advance(minutes.refunded ?? 0)
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await world.creditsOf()).toBe(0)
    expect(await world.bookedFor(orderId)).toEqual({})
  })

  test('another kind closes the order: its page takes no payment any more', async () => {
    const order = await world.start(kind)
    await world.advance(minutes.closable ?? 0)
    const next = await world.start(other)
    expect(await statusOf(order.orderId)).toBe('expired')
    expect(await statusOf(next.orderId)).toBe('pending')
    // PayPal’s order can still be approved, and is never captured.
    const { status } = await world.choose(order, 'approve')
    if (kind !== 'paypal') expect(status).toBe(410)
    await world.settle()
    expect(await world.creditsOf()).toBe(0)
  })

  // An approved order of PayPal is not paid: it is given up.
  test.runIf(kind !== 'paypal')('an order that is paid meanwhile is answered instead of another kind', async () => {
    const order = await world.start(kind)
    await world.choose(order, 'silent')
    expect(await world.start(other)).toMatchObject({ orderId: order.orderId, state: 'paid' })
    expect(await world.creditsOf()).toBe(100)
  })
})

test('WeChat Pay: an order of less than five minutes lapses when another kind is chosen; paid all the same, it is returned', async () => {
  const order = await world.start('wechat')
  const other = await world.start('paypal')
  expect(await statusOf(order.orderId)).toBe('expired')
  await world.choose(order, 'approve')
  await world.settle()
  await world.runDue()
  await world.advance(2)
  expect(await statusOf(order.orderId)).toBe('refunded')
  expect(await statusOf(other.orderId)).toBe('pending')
  expect(await world.creditsOf()).toBe(0)
})

test.each(['paypal', 'wechat'] as const)(
  'the notice of a refund by %s is kept, finds the refund, and is processed',
  async (kind) => {
    const { orderId } = await paid(kind)
    const notices = () =>
      world.db.selectFrom('webhook_event').select(['event_id', 'state']).where('provider', '=', kind).execute()
    const before = new Set((await notices()).map(({ event_id: id }) => id))
    await world.payments.refund({ orderId, amountCents: 2_500, reason: 'asked', actor: 'test' })
    await world.runDue()
    await world.advance(2)
    const added = (await notices()).filter(({ event_id: id }) => !before.has(id))
    expect(added.map(({ state }) => state)).toEqual(['processed'])
  },
)

test('the notice of a refund by Antom, at the address that the refund names, names no payment and finds the refund', async () => {
  const { orderId } = await paid('octopus')
  const { payment_reference: paymentReference } = await world.db
    .selectFrom('payment_order')
    .select('payment_reference')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const notices: ReceivedRequest[] = []
  const listener = await startFakeServer((request) => {
    notices.push(request)
    return { body: '{"result":{"resultStatus":"S"}}' }
  })
  const context = { notifyUrl: `${listener.url}/hooks/antom`, brand: () => 'Harbour', sandbox: true }
  const adapter = PAYMENT_ADAPTERS.find(({ name }) => name === 'antom')!
  const { providers, callbacks } = adapter.open(world.sandbox.access.settings['antom']!, context)
  const refundId = 'fedcba9876543210fedcba9876543210'
  const [at, money] = [world.clock.now(), { amountCents: 2_500, currency: 'HKD' }]
  const refund = { ...FIRST_REFUND, ...money, refundId, orderId, providerReference: null, requestedAt: at, at }
  await providers.find(({ kind }) => kind === 'octopus')!.refund({ ...refund, paymentReference: paymentReference! })
  await world.advance(25 * 60)
  await listener.close()
  expect(notices).toHaveLength(1)
  const [{ path, headers, bytes, body }] = notices as [ReceivedRequest]
  const request = { url: path, headers: headers as Record<string, string>, address: '203.0.113.9', body: bytes }
  expect(await callbacks.provider.verify(request, Temporal.Now.instant())).toMatchObject({ outcome: 'verified' })
  expect(JSON.parse(body)).not.toHaveProperty('paymentId')
  expect(callbacks.read(bytes)).toEqual({ of: 'refund', refundId })
})

describe('Octopus by Antom', () => {
  const refunded = async (orderId: string, amountCents?: number) => {
    await world.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })
    await world.runDue()
  }
  const refundOf = (orderId: string) =>
    world.db
      .selectFrom('payment_refund')
      .select(['state', 'problem'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()

  test('a refund that is not claimed comes back after a day, with the credits', async () => {
    const { orderId } = await paid('octopus', 'unclaimed')
    await refunded(orderId)
    expect(await refundOf(orderId)).toMatchObject({ state: 'pending' })
    expect(await world.creditsOf()).toBe(0)
    await world.advance(25 * 60)
    expect(await refundOf(orderId)).toMatchObject({ state: 'returned' })
    expect(await world.creditsOf()).toBe(100)
    expect(await world.bookedFor(orderId)).toEqual({ 'provider:octopus': 10_000, deferred_credits: -10_000 })
  })

  test('a refund after 90 days is refused, and the credits stay', async () => {
    const { orderId } = await paid('octopus')
    await world.advance(91 * 24 * 60)
    await refunded(orderId)
    expect(await refundOf(orderId)).toEqual({ state: 'failed', problem: 'Antom: REFUND_WINDOW_EXCEED' })
    expect(await world.creditsOf()).toBe(100)
  })

  test('a refund in other steps than ten cents is refused before anything is held', async () => {
    const { orderId } = await paid('octopus')
    const request = { orderId, amountCents: 1_005, reason: 'asked', actor: 'test' }
    expect(await world.payments.refund(request)).toEqual({ outcome: 'wrong step', stepCents: 10 })
    expect(await world.creditsOf()).toBe(100)
    expect(await world.payments.refund({ ...request, amountCents: 1_010 })).toMatchObject({ outcome: 'requested' })
  })

  test('is offered for amounts of whole ten cents', () => {
    const { payments } = world
    const kinds = payments.kindsFor(4_810)
    expect(kinds).toContain('octopus')
    expect(payments.kindsFor(4_805)).toEqual(kinds.filter((kind) => kind !== 'octopus'))
  })
})

test.each(['alipay', 'payme', 'octopus'] as const)('a phone gets an app link for %s', async (kind) => {
  expect((await world.start(kind, 'wap')).nextAction).toMatchObject({ type: 'app' })
})

test('the QR code opens a page that pays without returning', async () => {
  const order = await world.start('alipay')
  const scanned = await fetch(order.nextAction!.qrText!, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ choice: 'approve' }),
  })
  expect(scanned.headers.get('location')).toBeNull()
  await world.settle()
  expect(await statusOf(order.orderId)).toBe('paid')
})

test('its pages name what is bought, and are safe from markup', async () => {
  const page = await fetch((await world.start('paypal')).nextAction!.url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('credits bought expire a year later', async () => {
  await paid('alipay')
  const { spendable } = await createLedger({ db: world.db, clock: world.clock }).balance(world.accountId)
  const now = world.clock.now().toZonedDateTimeISO('Asia/Hong_Kong')
  expect(spendable).toMatchObject([{ bucket: 'recharged', amount: 100 }])
  expect(spendable[0]!.expiresAt.epochMilliseconds).toBeLessThanOrEqual(now.add({ years: 1 }).epochMilliseconds)
  expect(spendable[0]!.expiresAt.epochMilliseconds).toBeGreaterThan(now.add({ days: 364 }).epochMilliseconds)
})

test.each(['yes', 'no'])(
  'PayPal: a dispute with callback %s blocks the payment, and lost is charged back',
  async (callback) => {
    const { orderId } = await paid('paypal')
    const decide = (outcome: string) =>
      fetch(`${world.sandbox.access.url}/paypal/disputes/${orderId}`, {
        method: 'POST',
        body: new URLSearchParams({ outcome, callback }),
      })
    expect((await decide('open')).status).toBe(200)
    await world.advance(callback === 'yes' ? 0 : 36 * 60)
    expect(await world.stateOf(orderId)).toMatchObject({ state: 'disputed' })
    await decide('lost')
    await world.advance(callback === 'yes' ? 0 : 24 * 60)
    expect(await world.stateOf(orderId)).toMatchObject({ state: 'charged_back' })
  },
)
