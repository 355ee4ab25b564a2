import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const evidenceOf = async (orderId: string) =>
  (
    await world.db.selectFrom('payment_evidence').selectAll().where('order_id', '=', orderId).orderBy('seq').execute()
  ).map(({ source, event, to_state }) => `${source} ${event} ${to_state}`)
const inbox = async () =>
  (await world.messages.list({ accountId: world.accountId, language: 'en_US', page: 1, pageSize: 10 })).list.map(
    ({ title }) => title,
  )
const succeeded = (amountCents = 5_000, currency = 'HKD') =>
  ({ state: 'succeeded', amountCents, currency, paymentReference: 'p1' }) as const

describe('settling', () => {
  test('the browser’s return queries the provider, captures and delivers once, without a message', async () => {
    const { orderId } = await world.start()
    world.paypal.approve(orderId)
    const own = { accountId: world.accountId, orderId }
    expect(await world.payments.returned(own)).toMatchObject({ state: 'paid', deliveredAt: expect.anything() })
    await world.payments.returned(own)
    expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
    expect(world.booked).toMatchObject([{ way: 'in', orderId, amountCents: 5_000, currency: 'HKD', kind: 'paypal' }])
    expect(await inbox()).toEqual(['Welcome to Harbour'])
  })

  test('the browser’s return alone pays nothing', async () => {
    const { orderId } = await world.start()
    expect(await world.payments.returned({ accountId: world.accountId, orderId })).toMatchObject({ state: 'pending' })
  })

  test('an approved order is captured on the callback when the browser never returns, and the member is told', async () => {
    const { orderId, providerReference } = await world.start()
    world.paypal.approve(orderId)
    expect(await world.callback({ of: 'payment', providerReference: providerReference! })).toBe(200)
    expect((await world.orderRow(orderId)).state).toBe('paid')
    expect(await inbox()).toEqual(['Payment received', 'Welcome to Harbour'])
    expect(await evidenceOf(orderId)).toEqual(['callback covered paid'])
  })

  test('without any callback the order is found paid after a minute', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    world.clock.advance('PT59S')
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('pending')
    world.clock.advance('PT1S')
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('paid')
    expect(await evidenceOf(orderId)).toEqual(['reconciliation covered paid'])
  })

  test('a payment of which something was returned already is reviewed, and nothing is delivered', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    await world.callback({ of: 'payment', orderId, report: { ...succeeded(), isReturned: true } })
    expect((await world.orderRow(orderId)).state).toBe('review')
    expect(await world.product.of(orderId)).toEqual([])
  })

  describe('an unsigned callback', () => {
    const unsigned = (providerReference: string) =>
      world.callback({ of: 'payment', providerReference, report: succeeded() }, 'none')
    const dueAt = async (orderId: string) => (await world.orderRow(orderId)).query_due_at!

    test('moves nothing: the provider is queried at once, and its answer counts', async () => {
      const { orderId, providerReference } = await world.start({ kind: 'alipay' })
      expect(await unsigned(providerReference!)).toBe(200)
      expect((await world.orderRow(orderId)).state).toBe('pending')
      await world.runDue()
      expect((await world.orderRow(orderId)).state).toBe('pending')
      expect(world.alipay.calls).toEqual(['create', 'query'])
      world.alipay.approve(orderId)
      await unsigned(providerReference!)
      world.clock.advance('PT1M')
      await world.runDue()
      expect((await world.orderRow(orderId)).state).toBe('paid')
      expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
    })

    test('sent over and over triggers a query once a minute', async () => {
      const { orderId, providerReference } = await world.start({ kind: 'alipay' })
      const asked = () => world.alipay.calls.filter((call) => call === 'query').length
      world.clock.advance('PT6M')
      await world.runDue()
      const before = asked()
      for (let times = 0; times < 5; times++) {
        await unsigned(providerReference!)
        await world.runDue()
      }
      expect(asked()).toBe(before + 1)
      // What came within the minute is not lost.
      world.clock.advance('PT1M')
      world.alipay.approve(orderId)
      await world.runDue()
      expect(asked()).toBe(before + 2)
      expect((await world.orderRow(orderId)).state).toBe('paid')
    })

    test('of an order that expired triggers a query', async () => {
      const { orderId, providerReference } = await world.start({ kind: 'alipay' })
      await world.start({ kind: 'paypal' })
      await unsigned(providerReference!)
      expect((await dueAt(orderId)).equals(world.clock.now())).toBe(true)
    })

    test('of a paid order, or of none, changes nothing', async () => {
      const { orderId, providerReference } = await world.start({ kind: 'alipay' })
      world.alipay.approve(orderId)
      await world.payments.returned({ accountId: world.accountId, orderId })
      await unsigned(providerReference!)
      await unsigned('another one')
      expect(await dueAt(orderId)).toBeNull()
    })
  })

  test('a forged callback is refused and changes nothing', async () => {
    const { orderId } = await world.start()
    expect(await world.callback({ of: 'payment', orderId, report: succeeded() }, 'wrong')).toBe(403)
    expect((await world.orderRow(orderId)).state).toBe('pending')
  })

  test.each([
    ['less', 4_999],
    ['more', 5_001],
  ])('a payment of %s is reviewed and not delivered; an operator may accept it', async (_, amountCents) => {
    const { orderId } = await world.start()
    await world.callback({ of: 'payment', orderId, report: succeeded(amountCents) })
    expect(await world.orderRow(orderId)).toMatchObject({
      state: 'review',
      delivered_at: null,
      paid_cents: amountCents,
    })
    expect(await world.payments.status({ accountId: world.accountId, language: 'en_US', orderId })).toMatchObject({
      status: 'pending',
    })
    expect(await world.product.of(orderId)).toEqual([])
    await world.payments.acceptReview(orderId)
    expect(await world.product.of(orderId)).toEqual([`delivered ${amountCents}`])
    expect(await world.payments.acceptReview(orderId)).toBeUndefined()
  })

  test('a payment in another currency cannot be accepted: it is refunded', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId, { currency: 'USD' })
    await world.payments.returned({ accountId: world.accountId, orderId })
    expect(await world.payments.acceptReview(orderId)).toBe('other currency')
    expect((await world.orderRow(orderId)).state).toBe('review')
    expect(await evidenceOf(orderId)).toEqual(['browser mismatched review'])
    expect(await world.payments.refund({ orderId, reason: 'dollars', actor: 'test' })).toMatchObject({
      refund: { amountCents: 5_000, currency: 'USD' },
    })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
    expect(await world.product.of(orderId)).toEqual([])
  })

  test('a payment under review can be refunded instead', async () => {
    const { orderId } = await world.start()
    await world.callback({ of: 'payment', orderId, report: succeeded(4_999) })
    await world.payments.refund({ orderId, reason: 'wrong amount', actor: 'test' })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
    expect(await world.product.of(orderId)).toEqual([])
  })

  test('a late success of a closed order is confirmed and delivered', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.db.updateTable('payment_order').set({ state: 'expired' }).where('order_id', '=', orderId).execute()
    await world.callback({ of: 'payment', orderId, report: succeeded() })
    expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
  })

  test('a success that was reported before the cancellation does not deliver', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    await world.start({ kind: 'paypal' })
    await world.callback({ of: 'payment', orderId, report: succeeded() })
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'expired', paid_at: null })
  })

  test('an approved order that was closed is never captured', async () => {
    const { orderId, providerReference } = await world.start({ kind: 'paypal' })
    world.paypal.approve(orderId)
    await world.db.updateTable('payment_order').set({ state: 'expired' }).where('order_id', '=', orderId).execute()
    await world.callback({ of: 'payment', providerReference: providerReference! })
    expect(world.paypal.calls).not.toContain('capture')
    expect(world.paypal.balanceCents).toBe(0)
  })

  test('failure and success in the wrong order end as paid', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.callback({ of: 'payment', orderId, report: { state: 'failed' } })
    await world.callback({ of: 'payment', orderId, report: succeeded() })
    await world.callback({ of: 'payment', orderId, report: { state: 'failed' }, nonce: 2 })
    expect((await world.orderRow(orderId)).state).toBe('paid')
    expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
  })

  test('20 callbacks, queries and returns at once settle once', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    world.clock.advance('PT1M')
    const own = { accountId: world.accountId, orderId }
    await Promise.all([
      ...Array.from({ length: 8 }, (_, nonce) =>
        world.callback({ of: 'payment', orderId, report: succeeded(), nonce }),
      ),
      ...Array.from({ length: 8 }, () => world.payments.returned(own)),
      ...Array.from({ length: 4 }, () => world.runDue()),
    ])
    expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
    expect(world.booked).toHaveLength(1)
    expect(await world.db.selectFrom('payment_receipt').selectAll().execute()).toHaveLength(1)
  })

  test('a delivery that fails leaves everything unpaid and is repeated', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    world.product.failing = true
    await world.callback({ of: 'payment', orderId, report: succeeded() })
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'pending', paid_at: null })
    expect(await world.product.of(orderId)).toEqual([])
    world.product.failing = false
    world.clock.advance('PT1M')
    await world.runDue()
    expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
  })

  test('an undeliverable purchase is refunded automatically', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    world.product.undeliverable = 'sold out'
    await world.callback({ of: 'payment', orderId, report: succeeded() })
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'paid', undeliverable: 'sold out' })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
    expect(world.alipay.balanceCents).toBe(0)
    expect(await inbox()).toEqual(['Payment refunded', 'Welcome to Harbour'])
    await world.runDue()
    expect(world.alipay.refunds.size).toBe(1)
  })

  test('an unpaid order is closed at its provider after its expiry, and then queried daily', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.clock.advance('PT1H')
    await world.runDue()
    const row = await world.orderRow(orderId)
    expect(row.state).toBe('expired')
    expect(row.query_due_at?.since(world.clock.now()).total('hours')).toBe(24)
    expect(world.alipay.orders.get(orderId)?.state).toBe('closed')
  })
})
