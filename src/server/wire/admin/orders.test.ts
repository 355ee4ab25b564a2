import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { list, refund, show, tryRefund } from '#contract/admin/orders.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [care, finance]: [Browser, Browser] = [] as never
let [carer, financier]: [TestOperator, TestOperator] = [] as never
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.orders.alipay.reset()
  ;[carer, financier] = [await world.anOperator('care'), await world.anOperator('finance')]
  ;[care, finance] = [await world.signIn(carer), await world.signIn(financier)]
})

const call = (endpoint: { path: string }, input: object, browser: Browser) => world.call(endpoint.path, input, browser)
const refundBy = (browser: Browser, outTradeNo: string, amountCents?: number) =>
  call(
    refund,
    keyed({ outTradeNo, ...(amountCents !== undefined && { amountCents }), reason: 'bought twice' }),
    browser,
  )
const decide = (browser: Browser, id: string, approve = true) =>
  world.call('/approvals/decide', keyed({ id, approve }), browser)
const shown = async (outTradeNo: string, browser = finance) => {
  const answer = await call(show, { outTradeNo }, browser)
  expect(answer).toMatchObject({ result: 'SUCCESS' })
  return answer
}
const auditOf = (orderId: string) =>
  world.db
    .selectFrom('audit_entry')
    .select(['action', 'operator_id as operatorId', 'reason', 'details', 'actor'])
    .where('subject', '=', `order:${orderId}`)
    .orderBy('audit_entry_id')
    .execute()

test('an order is shown with its evidence, its bookings and what can be refunded; of its customer the account’s id alone', async () => {
  const { orderId, orderNumber, accountId } = await world.orders.aTopUp({ credits: 100 })
  await world.orders.spendCredits(accountId, 57)
  const answer = await shown(orderNumber, care)
  expect(answer).toMatchObject({
    order: {
      outTradeNo: orderId,
      orderNumber,
      accountId,
      state: 'paid',
      kind: 'credits',
      provider: 'alipay',
      item: '100 credits',
    },
    evidence: [{ event: 'covered', source: 'browser', amountCents: 10_000 }],
    refunds: [],
    waiting: [],
    maxCents: 4_300,
    stepCents: 1,
    limit: 'used',
    aloneCents: 20_000,
    isOwn: false,
  })
  for (const { entries } of answer.bookings) {
    const sum = entries.reduce(
      (total: number, { amount, commodity }: { amount: number; commodity: string }) =>
        total + (commodity === 'HKD_CENT' ? amount : 0),
      0,
    )
    expect(sum).toBe(0)
  }
  expect(JSON.stringify(answer)).not.toMatch(/\+852|taiman|陳大文/)
})

test('the list has the filter of the address, by the number of an order, its id, its account and the provider’s reference', async () => {
  const one = await world.orders.aTopUp({ credits: 100 })
  const other = await world.orders.aTopUp({ accountId: one.accountId })
  await world.orders.aTopUp()
  const row = await world.db
    .selectFrom('payment_order')
    .select(['payment_reference as reference', 'created_at as at'])
    .where('order_id', '=', one.orderId)
    .executeTakeFirstOrThrow()
  const listed = async (filter: object) => {
    const { list: rows } = await call(list, { filter }, care)
    return rows.map(({ outTradeNo }: { outTradeNo: string }) => outTradeNo)
  }
  for (const text of [one.orderNumber.toLowerCase().replaceAll('-', ' '), one.orderId, row.reference])
    expect(await listed({ text })).toEqual([one.orderId])
  expect((await listed({ text: one.accountId })).toSorted()).toEqual([one.orderId, other.orderId].toSorted())
  expect(await listed({ text: one.accountId, state: 'pending' })).toEqual([])
  expect(await listed({ text: one.accountId, kind: 'plan' })).toEqual([])
  expect(await listed({ text: one.accountId, provider: 'paypal' })).toEqual([])
  expect(await listed({ text: one.orderId, until: row.at.toString() })).toEqual([])
  expect(await listed({ text: one.orderId, from: row.at.toString() })).toEqual([one.orderId])
  expect(await listed({ text: 'HB' })).toEqual([])
})

test('the export has the orders of the filter with amounts as numbers', async () => {
  const { orderId, orderNumber, accountId } = await world.orders.aTopUp()
  const { headers, body } = await world.app.inject({
    url: '/api_admin/orders/export',
    query: { query: JSON.stringify({ filter: { text: accountId } }) },
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...finance.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  expect(headers).toMatchObject({ 'x-row-count': '1' })
  const line = body.trimEnd().split('\r\n')[1]!
  expect(line).toContain(`"${orderNumber}","${orderId}","${accountId}"`)
  expect(line).toMatch(/,50,"HKD",50,"HKD",0$/)
})

describe('a refund', () => {
  test('within the limit is made at once; a job asks the provider, and the audit log has what became of it', async () => {
    const { orderId, orderNumber, accountId } = await world.orders.aTopUp({ credits: 200 })
    const answer = await refundBy(care, orderNumber)
    expect(answer).toMatchObject({ result: 'SUCCESS', amountCents: 20_000 })
    expect(await world.orders.credits(accountId)).toBe(0)
    expect(world.orders.alipay.refundRequests).toEqual([])
    await world.orders.runPayments()
    expect(world.orders.alipay.balanceCents).toBe(0)
    expect(await shown(orderId)).toMatchObject({
      order: { state: 'refunded', refundedCents: 20_000 },
      refunds: [{ state: 'succeeded', actor: `operator:${carer.name}`, reason: 'bought twice' }],
      maxCents: 0,
      limit: 'state',
    })
    expect(await auditOf(orderId)).toMatchObject([
      { action: 'refund', operatorId: carer.operatorId, reason: 'bought twice', details: { amountCents: 20_000 } },
      { action: 'end refund', actor: 'system', details: { outcome: 'succeeded', requester: `operator:${carer.name}` } },
    ])
  })

  test('that the provider refuses gives the credits back, and the audit log says so', async () => {
    const { orderId, accountId } = await world.orders.aTopUp()
    world.orders.alipay.refuses.refund = true
    await refundBy(care, orderId)
    await world.orders.runPayments()
    expect(await world.orders.credits(accountId)).toBe(50)
    expect((await auditOf(orderId)).at(-1)).toMatchObject({
      action: 'end refund',
      details: { outcome: 'failed', problem: 'window closed' },
    })
    expect(await shown(orderId)).toMatchObject({ maxCents: 5_000, limit: null, aloneCents: 20_000 })
  })

  test.each(['request lost', 'response lost'] as const)(
    'whose %s between intent and provider is repeated under the same id, and returned once',
    async (trouble) => {
      const { orderId } = await world.orders.aTopUp()
      const { refundId } = await refundBy(care, orderId)
      world.orders.alipay.troubles = [trouble]
      await world.orders.runPayments()
      expect((await shown(orderId)).order.state).toBe('refunding')
      world.clock.advance('PT5M')
      await world.orders.runPayments()
      expect(world.orders.alipay.refundRequests.map((one) => one.refundId)).toEqual([refundId, refundId])
      expect(world.orders.alipay.balanceCents).toBe(0)
      expect((await auditOf(orderId)).filter(({ action }) => action === 'end refund')).toHaveLength(1)
    },
  )

  test('is tried without a trace: what is taken back at once, and whether this operator may', async () => {
    const { orderId, accountId } = await world.orders.aTopUp({ credits: 500 })
    const rows = () => world.db.selectFrom('transfer').select('transfer_id').execute()
    const before = (await rows()).length
    expect(await call(tryRefund, { outTradeNo: orderId, amountCents: 10_000 }, care)).toMatchObject({
      amountCents: 10_000,
      isWhole: false,
      way: 'alone',
      bookings: [
        {
          kind: 'hold',
          entries: expect.arrayContaining([
            expect.objectContaining({ account: 'wallet', commodity: 'CREDIT', amount: -100 }),
          ]),
        },
      ],
    })
    expect(await call(tryRefund, { outTradeNo: orderId }, care)).toMatchObject({ isWhole: true, way: 'finance' })
    expect(await call(tryRefund, { outTradeNo: orderId }, finance)).toMatchObject({ way: 'second' })
    expect((await rows()).length).toBe(before)
    expect(await world.orders.credits(accountId)).toBe(500)
    await world.orders.spendCredits(accountId, 450)
    expect(await call(tryRefund, { outTradeNo: orderId }, care)).toMatchObject({
      errorCode: 'CONFLICT',
      message: problems.refundTooMuch({ maxCents: 5_000 }),
    })
  })

  test('above the limit is not care’s, in one part or many, of one order or of an account', async () => {
    const { orderId, accountId } = await world.orders.aTopUp({ credits: 500 })
    const left = (leftCents: number) => ({
      errorCode: 'NOT_ALLOWED',
      message: problems.refundNeedsFinance({ leftCents }),
    })
    expect(await refundBy(care, orderId)).toMatchObject(left(20_000))
    expect(await refundBy(care, orderId, 20_001)).toMatchObject(left(20_000))
    for (const cents of [15_000, 5_000]) {
      expect(await refundBy(care, orderId, cents)).toMatchObject({ result: 'SUCCESS' })
      await world.orders.runPayments()
    }
    expect(await refundBy(care, orderId, 1)).toMatchObject(left(0))
    const second = await world.orders.aTopUp({ accountId })
    expect(await refundBy(care, second.orderId)).toMatchObject(left(0))
    const colleague = await world.signIn(await world.anOperator('care'))
    expect(await refundBy(colleague, second.orderId)).toMatchObject(left(0))
    world.clock.advance('PT720H')
    expect(await refundBy(await world.signIn(carer), second.orderId)).toMatchObject({ result: 'SUCCESS' })
    expect(await refundBy(await world.signIn(carer), orderId, 1)).toMatchObject(left(0))
  })

  test('counts against its operator for 24 hours', async () => {
    for (let n = 0; n < 5; n++)
      expect(await refundBy(care, (await world.orders.aTopUp({ credits: 200 })).orderId)).toMatchObject({
        result: 'SUCCESS',
      })
    const { orderId } = await world.orders.aTopUp()
    expect(await refundBy(care, orderId)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    world.clock.advance('PT24H')
    expect(await refundBy(await world.signIn(carer), orderId)).toMatchObject({ result: 'SUCCESS' })
  })

  test('at the same time with others stays within the limit', async () => {
    const accountId = await world.orders.aCustomer()
    const made = []
    for (let n = 0; n < 6; n++) made.push(await world.orders.aTopUp({ accountId }))
    const colleague = await world.signIn(await world.anOperator('care'))
    const answers = await Promise.all(made.map(({ orderId }, n) => refundBy(n % 2 ? care : colleague, orderId)))
    const done = answers.filter(({ result }) => result === 'SUCCESS')
    expect(done).toHaveLength(4)
  })

  test('twice with one key or with two keys is made once', async () => {
    const { orderId } = await world.orders.aTopUp()
    const input = keyed({ outTradeNo: orderId, reason: 'bought twice' })
    const same = await Promise.all([1, 2, 3].map(() => call(refund, input, care)))
    for (const answer of same) expect(answer).toEqual(same[0])
    expect(same[0]).toMatchObject({ result: 'SUCCESS' })
    const other = await world.orders.aTopUp()
    const answers = await Promise.all([1, 2, 3].map(() => refundBy(care, other.orderId)))
    expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(1)
    expect(answers.filter(({ errorCode }) => errorCode === 'CONFLICT')).toHaveLength(2)
    await world.orders.runPayments()
    for (const one of [orderId, other.orderId]) expect((await shown(one)).refunds).toHaveLength(1)
  })

  test('races with spending: what is refunded and what is spent never exceed what was bought', async () => {
    for (let n = 0; n < 10; n++) {
      const { orderId, accountId } = await world.orders.aTopUp({ credits: 100 })
      const fresh = await world.signIn(await world.anOperator('care'))
      const [answer] = await Promise.all([
        refundBy(fresh, orderId),
        world.orders.spendCredits(accountId, 30).catch(() => undefined),
      ])
      const isRefunded = answer.result === 'SUCCESS'
      expect(await world.orders.credits(accountId)).toBe(isRefunded ? 0 : 70)
    }
    expect(await world.orders.payments.differences()).toEqual([])
  })
})

describe('a refund above the limit', () => {
  const asked = async (credits = 500, amountCents?: number) => {
    const order = await world.orders.aTopUp({ credits })
    const answer = await refundBy(finance, order.orderId, amountCents)
    expect(answer).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
    return { ...order, id: answer.approvalId as string }
  }
  const another = async () => {
    const operator = await world.anOperator('finance')
    return { operator, browser: await world.signIn(operator) }
  }

  test('waits for a second person of finance, who sees what it is; carried out, it is its requester’s', async () => {
    const { id, orderId, orderNumber, accountId } = await asked()
    expect(await world.orders.credits(accountId)).toBe(500)
    expect(await shown(orderId)).toMatchObject({
      order: { state: 'paid' },
      waiting: [{ approvalId: id, requester: financier.name, reason: 'bought twice', amountCents: 50_000 }],
    })
    const { operator, browser } = await another()
    const { list: waiting } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, browser)
    expect(waiting.find(({ approvalId }: { approvalId: string }) => approvalId === id)).toMatchObject({
      consequence: { orderNumber, amountCents: 50_000, provider: 'alipay', accountId },
      obstacle: null,
    })
    expect(await decide(care, id)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(await decide(finance, id)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(await decide(browser, id)).toMatchObject({ outcome: 'approved' })
    expect(await world.orders.credits(accountId)).toBe(0)
    expect(await auditOf(orderId)).toMatchObject([
      { action: 'refund', operatorId: financier.operatorId, details: { approvedBy: operator.operatorId } },
    ])
    await world.orders.runPayments()
    expect((await shown(orderId)).refunds).toMatchObject([{ state: 'succeeded', amountCents: 50_000 }])
    // It counts in no limit.
    const small = await world.orders.aTopUp({ accountId, credits: 200 })
    expect(await refundBy(finance, small.orderId)).toMatchObject({ result: 'SUCCESS', amountCents: 20_000 })
  })

  test('is carried out once by two who approve it at the same time', async () => {
    const { id, accountId, orderId } = await asked()
    const deciders = [await another(), await another(), await another()]
    const answers = await Promise.all(deciders.map(({ browser }) => decide(browser, id)))
    expect(answers.filter(({ outcome }) => outcome === 'approved')).toHaveLength(1)
    expect(await world.orders.credits(accountId)).toBe(0)
    await world.orders.runPayments()
    expect((await shown(orderId)).refunds).toMatchObject([{ state: 'succeeded', amountCents: 50_000 }])
  })

  test('meets what has happened since: what is spent is refused, and the amount is the one that was approved', async () => {
    const spent = await asked()
    await world.orders.spendCredits(spent.accountId, 1)
    const { browser } = await another()
    expect(await decide(browser, spent.id)).toMatchObject({
      errorCode: 'CONFLICT',
      message: problems.refundTooMuch({ maxCents: 49_900 }),
    })
    expect(await world.orders.credits(spent.accountId)).toBe(499)

    const later = await world.orders.aTopUp({ credits: 500 })
    world.orders.alipay.refuses.refund = true
    await refundBy(care, later.orderId, 10_000)
    const { approvalId } = await refundBy(finance, later.orderId)
    expect(approvalId).toBeUndefined()
    await world.orders.runPayments()
    world.orders.alipay.refuses.refund = false
    expect(await shown(later.orderId)).toMatchObject({ maxCents: 50_000, waiting: [] })
  })

  test('is not made when its requester has lost the role, and not by whose account it is', async () => {
    const lost = await asked()
    const { operator, browser } = await another()
    await world.db
      .updateTable('operator')
      .set({ roles: ['care'] })
      .where('operator_id', '=', financier.operatorId)
      .execute()
    expect(await decide(browser, lost.id)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(await world.orders.credits(lost.accountId)).toBe(500)
    await world.db
      .updateTable('operator')
      .set({ roles: ['finance'] })
      .where('operator_id', '=', financier.operatorId)
      .execute()

    const belongsTo = (email: string, accountId: string) =>
      world.db.updateTable('account').set({ email }).where('account_id', '=', accountId).execute()
    await belongsTo(operator.email.toUpperCase(), lost.accountId)
    expect(await decide(browser, lost.id)).toMatchObject({ message: problems.accountOwn({}) })
    await belongsTo(financier.email, lost.accountId)
    expect(await decide(browser, lost.id)).toMatchObject({ message: problems.accountOwn({}) })
    expect(await refundBy(await world.signIn(financier), lost.orderId, 100)).toMatchObject({
      message: problems.accountOwn({}),
    })
    await belongsTo(carer.email, lost.accountId)
    expect(await refundBy(care, lost.orderId, 100)).toMatchObject({ message: problems.accountOwn({}) })
    expect(await shown(lost.orderId, care)).toMatchObject({ isOwn: true })
    expect(await world.orders.credits(lost.accountId)).toBe(500)
  })
})

test('where four eyes are switched off, finance refunds above the limit alone, and care does not', async () => {
  const alone = await createOperatorsWorld({ fourEyes: false })
  try {
    const { orderId } = await alone.orders.aTopUp({ credits: 500 })
    const input = () => keyed({ outTradeNo: orderId, reason: 'bought twice' })
    const byCare = await alone.signIn(await alone.anOperator('care'))
    expect(await alone.call(refund.path, input(), byCare)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    const byFinance = await alone.signIn(await alone.anOperator('finance'))
    expect(await alone.call(refund.path, input(), byFinance)).toMatchObject({ result: 'SUCCESS', amountCents: 50_000 })
  } finally {
    await alone.close()
  }
})

test.each([
  ['zh_HK', '"訂單","訂單系統編號"', '增值點數'],
  ['en_US', '"Order","Order ID"', 'Credits'],
])('the file of orders in %s has its heads and states in that language', async (language, heads, kind) => {
  await world.orders.aTopUp({ credits: 100 })
  const { body } = await world.app.inject({
    url: '/api_admin/orders/export',
    query: { query: JSON.stringify({}), language },
    headers: { 'sec-fetch-site': 'same-origin', cookie: `harbour_console=${finance.cookies.get('harbour_console')}` },
  })
  expect(body.replace('\uFEFF', '').startsWith(heads)).toBe(true)
  expect(body).toContain(`"${kind}"`)
})
