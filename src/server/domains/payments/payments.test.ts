import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'
import { hasLiveOrders, pausePayments } from './index.ts'

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

describe('starting', () => {
  test('answers the provider’s page; nothing is paid', async () => {
    const order = await world.start()
    expect(order).toMatchObject({ state: 'pending', nextAction: { type: 'redirect' }, paidAt: null })
    expect(await world.product.of(order.orderId)).toEqual([])
  })

  test('a price that the client has wrong is refused', async () => {
    await expect(world.start({ amountCents: 4_999 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('an item that is not on sale is not found', async () => {
    await expect(world.start({ purposeId: 'gold' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a kind without a provider is refused', async () => {
    await expect(world.start({ kind: 'wechat' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('while a kind is paused it is neither offered nor started, also where an order is open; others are', async () => {
    const open = await world.start()
    world.paused.add('paypal')
    expect(world.payments.kindsFor(5_000)).toEqual(['alipay'])
    await expect(world.start()).rejects.toMatchObject({ code: 'PAYMENT_PAUSED' })
    expect((await world.orderRow(open.orderId)).state).toBe('pending')
    expect((await world.start({ kind: 'alipay' })).state).toBe('pending')
    world.paused.clear()
    expect((await world.start()).state).toBe('pending')
  })

  test.each([
    'https://evil.test/',
    'javascript:alert(1)',
    'https://harbour.test@evil.test/',
    'https://user:x@harbour.test/',
    '/relative',
    '//evil.test',
    'https://harbour.test.evil.test/',
  ])('a payer is not returned to %s', async (url) => {
    await expect(world.start({ continueUrl: url })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(world.start({ cancelUrl: url })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(world.paypal.orders.size).toBe(0)
  })

  test('the same request again gets the same order', async () => {
    const [one, other] = [await world.start(), await world.start()]
    expect(other.orderId).toBe(one.orderId)
    expect(world.paypal.orders.size).toBe(1)
  })

  test('another kind first closes the open order, at its provider too', async () => {
    const old = await world.start({ kind: 'alipay' })
    const order = await world.start({ kind: 'paypal' })
    expect(order.orderId).not.toBe(old.orderId)
    expect((await world.orderRow(old.orderId)).state).toBe('expired')
    expect(world.alipay.approve(old.orderId)).toBe(false)
  })

  test('an order that turns out to be paid is answered instead of a new one', async () => {
    const old = await world.start({ kind: 'alipay' })
    world.alipay.approve(old.orderId)
    expect(await world.start({ kind: 'paypal' })).toMatchObject({ orderId: old.orderId, state: 'paid' })
    expect(world.paypal.orders.size).toBe(0)
  })

  test('another kind begins at once, also while the provider of the open order does not answer; a late payment of that is returned', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.troubles = ['request lost', 'request lost', 'request lost']
    const other = await world.start({ kind: 'paypal' })
    expect(other).toMatchObject({ kind: 'paypal', state: 'pending' })
    expect((await world.orderRow(orderId)).state).toBe('expired')
    world.alipay.troubles = []
    world.alipay.approve(orderId)
    await world.callback({ of: 'payment', orderId })
    await world.runDue()
    await world.runDue()
    expect(await world.orderRow(orderId)).toMatchObject({
      state: 'refunded',
      delivered_at: null,
      undeliverable: 'another payment was started',
    })
    expect(await world.product.of(orderId)).toEqual([])
    expect((await world.orderRow(other.orderId)).state).toBe('pending')
  })

  test('an order whose provider closed it for another kind is returned, too, if a payment of it still comes', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    const other = await world.start({ kind: 'paypal' })
    world.paypal.approve(other.orderId)
    await world.payments.returned({ accountId: world.accountId, orderId: other.orderId })
    expect(await world.product.of(other.orderId)).toEqual(['delivered 5000'])
    expect(await world.orderRow(orderId)).toMatchObject({
      state: 'expired',
      superseded_at: expect.any(Temporal.Instant),
    })
  })

  test('a refusal fails the order; the next one has another id', async () => {
    world.paypal.refuses.create = true
    await expect(world.start()).rejects.toMatchObject({ code: 'PAYMENT_NOT_STARTED' })
    world.paypal.refuses.create = false
    const order = await world.start()
    const rows = await world.db.selectFrom('payment_order').select(['state', 'ordinal']).orderBy('ordinal').execute()
    expect(rows).toEqual([
      { state: 'failed', ordinal: 1 },
      { state: 'pending', ordinal: 2 },
    ])
    expect(order.ordinal).toBe(2)
  })

  test.each(['request lost', 'response lost'] as const)(
    'after a time-out (%s) the order is queried, not repeated',
    async (trouble) => {
      world.alipay.troubles = [trouble]
      await expect(world.start({ kind: 'alipay' })).rejects.toMatchObject({ code: 'PAYMENT_NOT_STARTED' })
      const row = await world.db.selectFrom('payment_order').selectAll().executeTakeFirstOrThrow()
      expect(row.state).toBe('created')
      world.clock.advance('PT1M')
      await world.runDue()
      expect((await world.orderRow(row.order_id)).state).toBe(trouble === 'request lost' ? 'created' : 'pending')
      expect(world.alipay.calls).toEqual(['create', 'query'])
    },
  )

  describe('an open order that cannot be closed yet', () => {
    test('is left to lapse at once when the payer chooses another kind', async () => {
      const { orderId } = await world.start({ kind: 'alipay' })
      world.alipay.refuses.cancel = true
      expect(await world.start({ kind: 'paypal' })).toMatchObject({ kind: 'paypal', state: 'pending' })
      expect((await world.orderRow(orderId)).state).toBe('expired')
    })

    test('and whose first answer was lost is begun again under the same id', async () => {
      world.alipay.troubles = ['response lost']
      await expect(world.start({ kind: 'alipay' })).rejects.toMatchObject({ code: 'PAYMENT_NOT_STARTED' })
      world.alipay.refuses.cancel = true
      const order = await world.start({ kind: 'alipay' })
      expect(order).toMatchObject({ state: 'pending', ordinal: 1 })
      expect(order.nextAction).not.toBeNull()
      expect([...world.alipay.orders.keys()]).toEqual([order.orderId])
    })

    test('is begun again once, also by concurrent requests', async () => {
      world.alipay.troubles = ['response lost']
      await expect(world.start({ kind: 'alipay' })).rejects.toMatchObject({ code: 'PAYMENT_NOT_STARTED' })
      world.alipay.refuses.cancel = true
      const orders = await Promise.all([world.start({ kind: 'alipay' }), world.start({ kind: 'alipay' })])
      expect(orders[0].nextAction).toEqual(orders[1].nextAction)
      expect(orders[0].orderId).toBe(orders[1].orderId)
    })
  })

  test('two requests at once leave at most one open order', async () => {
    await Promise.allSettled([world.start(), world.start({ kind: 'alipay' }), world.start({ terminal: 'wap' })])
    const open = await world.db
      .selectFrom('payment_order')
      .select('state')
      .where('state', 'in', ['created', 'pending'])
      .execute()
    expect(open.length).toBeLessThanOrEqual(1)
  })

  test('ids are derived: the same member, thing and ordinal have the same id in a restored database', async () => {
    const { orderId } = await world.start()
    await world.db.deleteFrom('payment_order').execute()
    expect((await world.start()).orderId).toBe(orderId)
  })
})

describe('after a restore', () => {
  test('nothing is queried or refunded until the operator reconciles, which queries every order since then', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    const since = world.clock.now()
    await pausePayments(world.db, since)
    await pausePayments(world.db, since)
    world.clock.advance('PT1H')
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('pending')
    expect(await world.payments.reconcile(since)).toBe(1)
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('paid')
  })

  test('orders before the given instant are left alone', async () => {
    await world.start({ kind: 'alipay' })
    expect(await world.payments.reconcile(world.clock.now().add({ seconds: 1 }))).toBe(0)
  })
})

test('orders of the sandbox are not live', async () => {
  await world.start()
  expect(await hasLiveOrders(world.db)).toBe(false)
  await world.db.updateTable('payment_order').set({ sandbox: false }).execute()
  expect(await hasLiveOrders(world.db)).toBe(true)
})

describe('another account', () => {
  test('cannot read or move an order', async () => {
    const { orderId, providerReference } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    const { accountId } = await world.aMember('97654321')
    const attempts = [
      () => world.payments.orderOf({ accountId, orderId }),
      () => world.payments.orderOf({ accountId, providerReference: providerReference! }),
      () => world.payments.returned({ accountId, orderId }),
      () => world.payments.status({ accountId, language: 'en_US', orderId }),
      () => world.payments.receipt({ accountId, language: 'en_US', orderId }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await world.orderRow(orderId)).state).toBe('pending')
    expect(await world.payments.list({ accountId, language: 'en_US', page: 1, pageSize: 10 })).toMatchObject({
      total: 0,
    })
  })
})

describe('erasing an account', () => {
  const erase = async () => {
    const account = await world.accounts.find(world.member.number)
    const person = { accountId: account!.accountId, number: account!.number, email: account!.email }
    await world.db.transaction().execute((tx) => world.payments.domainModule.personalData!.erase(tx, person))
  }

  test('waits for an open payment', async () => {
    await world.start()
    await expect(erase()).rejects.toThrow('not finished')
  })

  test('waits for the refund of what cannot be delivered, and not for an operator who has to repeat it', async () => {
    world.product.undeliverable = 'a second plan'
    world.alipay.refuses = { refund: true }
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.payments.returned({ accountId: world.accountId, orderId })
    await expect(erase()).rejects.toThrow('not finished')
    await world.runDue()
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'paid', undeliverable: 'a second plan' })
    await erase()
    expect((await world.orderRow(orderId)).account_id).toBeNull()
  })

  test('keeps the records without the person; a later success is refunded', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    await world.db.updateTable('payment_order').set({ state: 'expired' }).where('order_id', '=', orderId).execute()
    await erase()
    expect((await world.orderRow(orderId)).account_id).toBeNull()
    world.alipay.approve(orderId)
    world.clock.advance('PT1H')
    await world.runDue()
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'refunded', undeliverable: 'the account was erased' })
    expect(world.alipay.balanceCents).toBe(0)
  })
})

test('a receipt has the number of its order and is frozen, in both languages', async () => {
  const { orderId, orderNumber } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await world.payments.returned({ accountId: world.accountId, orderId })
  const own = { accountId: world.accountId, orderId }
  expect(await world.payments.receipt({ ...own, language: 'en_US' })).toMatchObject({
    receiptNumber: orderNumber,
    orderNumber,
    seller: 'Harbour',
    item: '50 credits',
    amountCents: 5_000,
    refunds: [],
  })
  expect(await world.payments.receipt({ ...own, language: 'zh_HK' })).toMatchObject({ seller: '港映', item: '50 點' })
  expect(
    await world.payments.list({ accountId: world.accountId, language: 'zh_HK', page: 1, pageSize: 10 }),
  ).toMatchObject({
    total: 1,
    list: [{ orderId, status: 'paid', item: '50 點', refundedCents: 0 }],
  })
})
