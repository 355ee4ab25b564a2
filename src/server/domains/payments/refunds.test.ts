import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const inbox = async () =>
  (await world.messages.list({ accountId: world.accountId, language: 'en_US', page: 1, pageSize: 10 })).list.map(
    ({ title }) => title,
  )

describe('refunding', () => {
  const paid = async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.payments.returned({ accountId: world.accountId, orderId })
    return orderId
  }
  const refund = (orderId: string, amountCents?: number) =>
    world.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })

  test('in parts, then the rest: each takes back first, has a note, and the member is told', async () => {
    const orderId = await paid()
    expect(await refund(orderId, 2_000)).toMatchObject({ outcome: 'requested' })
    expect((await world.orderRow(orderId)).state).toBe('refunding')
    expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'held 2000'])
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('part_refunded')
    expect(await refund(orderId)).toMatchObject({ refund: { amountCents: 3_000 } })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
    expect(await world.product.of(orderId)).toEqual([
      'delivered 5000',
      'held 2000',
      'returned 2000',
      'held 3000',
      'returned 3000',
    ])
    const receipt = await world.payments.receipt({ accountId: world.accountId, language: 'en_US', orderId })
    const { receiptNumber } = receipt
    expect(receipt.refunds.map(({ noteNumber, amountCents }) => [noteNumber, amountCents])).toEqual([
      [`${receiptNumber}-R1`, 2_000],
      [`${receiptNumber}-R2`, 3_000],
    ])
    expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual([
      'in 5000',
      'out 2000',
      'out 3000',
    ])
    expect((await inbox()).filter((title) => title === 'Payment refunded')).toHaveLength(2)
    expect(await refund(orderId)).toEqual({ outcome: 'wrong state', state: 'refunded' })
  })

  test.each([
    ['refunded', 'refunded', 'returned 5000', ['in 5000', 'out 5000']],
    ['refused', 'paid', 'released 5000', ['in 5000']],
  ] as const)('in doubt keeps what was taken back, and an operator ends it as %s', async (as, state, last, booked) => {
    const orderId = await paid()
    world.alipay.isDoubtful = true
    await refund(orderId)
    for (let n = 0; n < 2; n++) {
      await world.runDue()
      world.clock.advance('PT24H')
    }
    expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'held 5000'])
    const problem = 'refunded by somebody'
    expect(await world.payments.cases()).toContainEqual(
      expect.objectContaining({ orderId, cause: 'refund in doubt', problem }),
    )
    expect(await world.payments.settleRefund({ orderId, as, reason: 'seen in the portal' })).toBe(true)
    expect((await world.orderRow(orderId)).state).toBe(state)
    expect((await world.product.of(orderId)).at(-1)).toBe(last)
    expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual(booked)
    expect(await world.payments.settleRefund({ orderId, as, reason: 'again' })).toBe(false)
  })

  test.each([
    ['refunded', 'refunded', 'returned 5000'],
    ['refused', 'paid', 'released 5000'],
  ] as const)('whose provider is gone is settled as %s after three days, and not before', async (as, state, last) => {
    const orderId = await paid()
    await world.db.updateTable('payment_order').set({ gateway: 'gone' }).where('order_id', '=', orderId).execute()
    await refund(orderId)
    await world.runDue()
    const settle = () => world.payments.settleRefund({ orderId, as, reason: 'seen in the portal' })
    world.clock.advance('PT71H')
    await world.runDue()
    expect(await world.payments.cases()).toEqual([])
    expect(await settle()).toBe(false)
    world.clock.advance('PT1H')
    expect(await world.payments.cases()).toMatchObject([{ orderId, cause: 'refund unfinished', problem: null }])
    expect(await settle()).toBe(true)
    expect((await world.orderRow(orderId)).state).toBe(state)
    expect((await world.product.of(orderId)).at(-1)).toBe(last)
    expect(await settle()).toBe(false)
  })

  test('that has to be claimed is settled after 91 days', async () => {
    const orderId = await paid()
    world.alipay.claims = { cents: new Map(), closed: false }
    await refund(orderId)
    await world.runDue()
    const settle = () => world.payments.settleRefund({ orderId, as: 'refused', reason: 'seen in the portal' })
    world.clock.advance('PT2183H')
    expect(await settle()).toBe(false)
    world.clock.advance('PT1H')
    expect(await world.payments.cases()).toMatchObject([{ orderId, cause: 'refund unfinished' }])
    expect(await settle()).toBe(true)
  })

  test('that is carried out while it is settled as refused is a case until it is dismissed', async () => {
    const orderId = await paid()
    world.alipay.troubles = ['request lost']
    await refund(orderId)
    await world.runDue()
    world.clock.advance('PT72H')
    const carryOut = world.alipay.refund.bind(world.alipay)
    const settled: boolean[] = []
    world.alipay.refund = async (request) => {
      const report = await carryOut(request)
      settled.push(await world.payments.settleRefund({ orderId, as: 'refused', reason: 'seen in the portal' }))
      return report
    }
    try {
      await world.runDue()
    } finally {
      world.alipay.refund = carryOut
    }
    expect(settled).toEqual([true])
    expect(world.alipay.balanceCents).toBe(0)
    expect((await world.orderRow(orderId)).state).toBe('paid')
    const late = (await world.payments.cases()).filter(({ cause }) => cause === 'refunded late')
    expect(late).toMatchObject([{ orderId, amountCents: 5_000, currency: 'HKD', problem: expect.any(String) }])
    expect(await world.payments.dismissListed(late[0]!.problem!)).toBe(true)
    expect((await world.payments.cases()).filter(({ cause }) => cause === 'refunded late')).toEqual([])
  })

  test('in doubt no more once the provider knows it: there is nothing to settle', async () => {
    const orderId = await paid()
    world.alipay.isDoubtful = true
    await refund(orderId)
    await world.runDue()
    world.alipay.isDoubtful = false
    world.alipay.refundsPend = true
    world.clock.advance('PT1M')
    await world.runDue()
    expect(await world.payments.cases()).toEqual([])
    expect(await world.payments.settleRefund({ orderId, as: 'refused', reason: 'late' })).toBe(false)
    expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'held 5000'])
  })

  test('more than what is left is refused', async () => {
    const orderId = await paid()
    expect(await refund(orderId, 5_001)).toEqual({ outcome: 'too much', maxCents: 5_000 })
    expect(await refund(orderId, 0)).toEqual({ outcome: 'too much', maxCents: 5_000 })
  })

  test('no more than what can be taken back is refunded, and a refusal takes nothing', async () => {
    const orderId = await paid()
    world.product.unspentCents = 2_000
    expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 2_000 })
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'paid' })
    expect(await world.db.selectFrom('payment_refund').selectAll().execute()).toEqual([])
    expect(await refund(orderId, 2_000)).toMatchObject({ outcome: 'requested' })
  })

  test('while one runs, another is refused', async () => {
    const orderId = await paid()
    await refund(orderId, 1_000)
    expect(await refund(orderId, 1_000)).toEqual({ outcome: 'wrong state', state: 'refunding' })
  })

  test('ten at once refund once', async () => {
    const orderId = await paid()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refund(orderId)))
    expect(outcomes.filter(({ outcome }) => outcome === 'requested')).toHaveLength(1)
    await Promise.all([world.runDue(), world.runDue()])
    expect(world.alipay.balanceCents).toBe(0)
  })

  test('a refusal of the provider gives back what was held', async () => {
    const orderId = await paid()
    world.alipay.refuses.refund = true
    await refund(orderId)
    await world.runDue()
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'paid', previous_state: null })
    expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'held 5000', 'released 5000'])
    world.alipay.refuses.refund = false
    await refund(orderId)
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
    expect(world.alipay.balanceCents).toBe(0)
  })

  test.each(['request lost', 'response lost'] as const)(
    'a %s is repeated under the same id: money moves once',
    async (trouble) => {
      const orderId = await paid()
      await refund(orderId)
      world.alipay.troubles = [trouble]
      await world.runDue()
      expect((await world.orderRow(orderId)).state).toBe('refunding')
      world.clock.advance('PT1M')
      await world.runDue()
      expect((await world.orderRow(orderId)).state).toBe('refunded')
      expect(world.alipay.balanceCents).toBe(0)
    },
  )

  test('a callback that names the refund, and not its payment, triggers a query of the refund', async () => {
    const orderId = await paid()
    await refund(orderId)
    world.alipay.refundsPend = true
    await world.runDue()
    const { refund_id: refundId } = await world.db
      .selectFrom('payment_refund')
      .select('refund_id')
      .executeTakeFirstOrThrow()
    world.alipay.refundsPend = false
    await world.callback({ of: 'refund', refundId })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
  })

  test('a pending refund is queried until the provider has finished, at once when a callback says so', async () => {
    const orderId = await paid()
    await refund(orderId)
    world.alipay.refundsPend = true
    await world.runDue()
    expect(await world.db.selectFrom('payment_refund').select('state').executeTakeFirst()).toEqual({ state: 'pending' })
    world.alipay.refundsPend = false
    await world.callback({ of: 'refund', paymentReference: `paid-${orderId}` })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
  })
})

describe('disputes', () => {
  test.each([
    ['refused', 'charged_back', ['in 5000', 'lost 5000']],
    ['carried out', 'charged_back', ['in 5000', 'out 5000', 'lost 5000']],
  ])('a chargeback while a refund runs waits until it is %s', async (outcome, state, booked) => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.payments.returned({ accountId: world.accountId, orderId })
    await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.callback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeLost' })
    expect((await world.orderRow(orderId)).state).toBe('refunding')
    world.alipay.refuses.refund = outcome === 'refused'
    await world.runDue()
    world.clock.advance('PT24H')
    await world.callback({ of: 'payment', orderId, nonce: 2 })
    expect((await world.orderRow(orderId)).state).toBe(state)
    expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual(booked)
  })

  test('a chargeback of a payment under review ends it: nothing is delivered any more, and the money is booked back', async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId, { amountCents: 4_900 })
    await world.payments.returned({ accountId: world.accountId, orderId })
    expect((await world.orderRow(orderId)).state).toBe('review')
    const paymentReference = `paid-${orderId}`
    await world.callback({ of: 'dispute', paymentReference, event: 'disputeOpened' })
    expect((await world.orderRow(orderId)).state).toBe('disputed')
    await world.callback({ of: 'dispute', paymentReference, event: 'disputeWon' })
    expect((await world.orderRow(orderId)).state).toBe('review')
    await world.callback({ of: 'dispute', paymentReference, event: 'disputeLost' })
    expect((await world.orderRow(orderId)).state).toBe('charged_back')
    expect(await world.payments.acceptReview(orderId)).toBeUndefined()
    expect(await world.product.of(orderId)).toEqual([])
    expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual(['in 4900', 'out 4900'])
  })

  const booked = () => world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)

  const paid = async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.payments.returned({ accountId: world.accountId, orderId })
    return orderId
  }

  const disputed = async () => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.payments.returned({ accountId: world.accountId, orderId })
    await world.callback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeOpened' })
    return orderId
  }

  test('a dispute that is won leaves the payment as it was', async () => {
    const orderId = await disputed()
    expect((await world.orderRow(orderId)).state).toBe('disputed')
    await world.callback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeWon' })
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'paid', previous_state: null })
  })

  test.each([
    ['disputeWon', 'paid'],
    ['disputeLost', 'charged_back'],
  ] as const)('a dispute whose result, %s, is reported before its opening ends as %s', async (result, state) => {
    const { orderId } = await world.start({ kind: 'alipay' })
    world.alipay.approve(orderId)
    await world.payments.returned({ accountId: world.accountId, orderId })
    const notice = { of: 'dispute', paymentReference: `paid-${orderId}`, disputeId: 'D1' } as const
    await world.callback({ ...notice, event: result })
    await world.callback({ ...notice, event: 'disputeOpened' })
    expect((await world.orderRow(orderId)).state).toBe(state)
    const refund = await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    expect(refund.outcome).toBe(result === 'disputeWon' ? 'requested' : 'wrong state')
  })

  test('another dispute of a payment whose first one was won counts', async () => {
    const orderId = await disputed()
    const notice = { of: 'dispute', paymentReference: `paid-${orderId}` } as const
    await world.callback({ ...notice, disputeId: 'D1', event: 'disputeWon' })
    await world.callback({ ...notice, disputeId: 'D2', event: 'disputeOpened' })
    expect((await world.orderRow(orderId)).state).toBe('disputed')
  })

  test('the state follows from all disputes: while one is open nothing is refunded, whichever is won', async () => {
    const orderId = await paid()
    const notice = { of: 'dispute', paymentReference: `paid-${orderId}` } as const
    await world.callback({ ...notice, disputeId: 'D1', event: 'disputeOpened' })
    await world.callback({ ...notice, disputeId: 'D2', event: 'disputeOpened' })
    await world.callback({ ...notice, disputeId: 'D1', event: 'disputeWon' })
    expect((await world.orderRow(orderId)).state).toBe('disputed')
    expect(await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })).toMatchObject({
      outcome: 'wrong state',
    })
    await world.callback({ ...notice, disputeId: 'D2', event: 'disputeLost' })
    expect((await world.orderRow(orderId)).state).toBe('charged_back')
    expect(booked()).toEqual(['in 5000', 'lost 5000'])
  })

  test('two disputes that are won, in any order and repeated, leave the payment as it was', async () => {
    const orderId = await paid()
    const notice = { of: 'dispute', paymentReference: `paid-${orderId}` } as const
    for (const disputeId of ['D1', 'D2', 'D1']) await world.callback({ ...notice, disputeId, event: 'disputeOpened' })
    for (const disputeId of ['D2', 'D2', 'D1']) await world.callback({ ...notice, disputeId, event: 'disputeWon' })
    expect(await world.orderRow(orderId)).toMatchObject({ state: 'paid', previous_state: null })
  })

  test('a chargeback after a refund is booked as a loss, and an operator is told until it is dealt with', async () => {
    const orderId = await paid()
    await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.runDue()
    expect((await world.orderRow(orderId)).state).toBe('refunded')
    const notice = { of: 'dispute', paymentReference: `paid-${orderId}`, disputeId: 'D1' } as const
    for (const event of ['disputeOpened', 'disputeLost', 'disputeLost'] as const)
      await world.callback({ ...notice, event })
    expect((await world.orderRow(orderId)).state).toBe('charged_back')
    expect(booked()).toEqual(['in 5000', 'out 5000', 'lost 5000'])
    const told = expect.objectContaining({
      orderId,
      cause: 'refunded and charged back',
      amountCents: 5_000,
      problem: 'D1',
    })
    expect(await world.payments.cases()).toContainEqual(told)
    expect(await world.payments.dismissListed('D1')).toBe(true)
    expect(await world.payments.cases()).not.toContainEqual(told)
  })

  test('one that is lost is charged back', async () => {
    const orderId = await disputed()
    await world.callback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeLost' })
    expect(await world.payments.status({ accountId: world.accountId, language: 'en_US', orderId })).toMatchObject({
      status: 'refunded',
    })
    expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'charged back 5000'])
    expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual(['in 5000', 'lost 5000'])
  })
})
