import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  accept,
  cases,
  dismiss,
  endMandate,
  mandateTerminations,
  reconcile,
  settleRefund,
} from '#contract/admin/payments.ts'
import { list as listEvents, retry } from '#contract/admin/webhooks.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { EXAMPLES } from '../../../../test/support/admin-calls.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let operator: TestOperator
let browser: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  operator = await world.anOperator('finance')
  browser = await world.signIn(operator)
})

const reason = 'seen in the portal'
const call = (endpoint: { path: string }, input: object) => world.call(endpoint.path, input, browser)
const change = (endpoint: { path: string }, input: object) => call(endpoint, keyed({ reason, ...input }))
const casesOf = async (orderId: string, cause?: string) => {
  const { list } = await call(cases, { filter: { cause }, sort: '-at', limit: 200 })
  return list.filter(({ outTradeNo }: { outTradeNo: string }) => outTradeNo === orderId)
}
const lastEntry = () =>
  world.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id', 'desc').limit(1).executeTakeFirstOrThrow()

test('a payment of another amount is a case until it is accepted, which delivers it', async () => {
  const { orderId, orderNumber, accountId } = await world.orders.aTopUp({ credits: 100, paidCents: 9_000 })
  expect(await casesOf(orderId)).toMatchObject([
    { cause: 'review', orderNumber, amountCents: 9_000, action: 'accept', at: expect.stringMatching(/^2026-/) },
  ])
  expect(await casesOf(orderId, 'undelivered')).toEqual([])
  expect(await world.orders.credits(accountId)).toBe(0)
  expect(await change(accept, { outTradeNo: orderNumber })).toMatchObject({ result: 'SUCCESS' })
  expect(await world.orders.credits(accountId)).toBe(100)
  expect(await casesOf(orderId)).toEqual([])
  expect(await lastEntry()).toMatchObject({ action: 'accept payment', subject: `order:${orderId}`, reason })
  expect(await change(accept, { outTradeNo: orderId })).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: problems.paymentNotInReview({ orderId }),
  })
})

test('a payment of far less than the price is accepted by two, and delivered once', async () => {
  const { orderId, accountId, orderNumber } = await world.orders.aTopUp({ credits: 500, paidCents: 100 })
  const asked = await change(accept, { outTradeNo: orderId })
  expect(asked).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
  expect(await world.orders.credits(accountId)).toBe(0)
  const decide = (by: Browser) => world.call('/approvals/decide', keyed({ id: asked.approvalId, approve: true }), by)
  expect(await decide(browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  const [second, third] = [await world.anOperator('finance'), await world.anOperator('finance')]
  const deciders = [await world.signIn(second), await world.signIn(third)]
  const { list } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, deciders[0])
  expect(list.find(({ approvalId }: { approvalId: string }) => approvalId === asked.approvalId)).toMatchObject({
    consequence: { orderNumber, dueCents: 50_000, paidCents: 100, accountId },
  })
  const answers = await Promise.all(deciders.map(decide))
  expect(answers.filter(({ outcome }) => outcome === 'approved')).toHaveLength(1)
  expect(await world.orders.credits(accountId)).toBe(500)
  expect(await lastEntry()).toMatchObject({ action: expect.stringMatching(/accept payment|decide approval/) })
})

test.each([
  ['as much as may be refunded alone is missing', true, 30_000],
  ['a cent more is missing', false, 29_999],
  ['more was paid', true, 60_000],
])('where %s, one operator accepts it: %s', async (_, alone, paidCents) => {
  const { orderId } = await world.orders.aTopUp({ credits: 500, paidCents })
  const answer = await change(accept, { outTradeNo: orderId })
  expect([answer.result, answer.approvalId === undefined]).toEqual(['SUCCESS', alone])
})

test.each(['one account', 'several accounts'])('short payments of %s count together, and with refunds', async (of) => {
  const limit = world.settings.current().refunds
  const [per, short] = [of === 'one account' ? limit.perAccount : limit.perOperator, 150]
  const alone = Math.floor(per / short)
  const accountId = of === 'one account' ? await world.orders.aCustomer() : undefined
  const acceptShort = async () => {
    const { orderId } = await world.orders.aTopUp({
      credits: 500,
      paidCents: 50_000 - short * 100,
      ...(accountId && { accountId }),
    })
    return change(accept, { outTradeNo: orderId })
  }
  for (let n = 0; n < alone; n++) {
    if (of === 'one account') browser = await world.signIn(await world.anOperator('finance'))
    expect((await acceptShort()).approvalId).toBeUndefined()
  }
  expect(await acceptShort()).toMatchObject({ approvalId: expect.any(String) })
  const { orderId } = await world.orders.aTopUp({ credits: 200, ...(accountId && { accountId }) })
  const answer = await world.call('/orders/refund', keyed({ outTradeNo: orderId, reason }), browser)
  expect(answer).toMatchObject({ approvalId: expect.any(String) })
})

test('two who accept a payment deliver it once', async () => {
  const { orderId, accountId } = await world.orders.aTopUp({ paidCents: 4_000 })
  const answers = await Promise.all([1, 2, 3].map(() => change(accept, { outTradeNo: orderId })))
  expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(1)
  expect(await world.orders.credits(accountId)).toBe(50)
})

test('a case of one’s own account is another operator’s', async () => {
  const { orderId, accountId } = await world.orders.aTopUp({ paidCents: 4_000 })
  await world.db.updateTable('account').set({ email: operator.email }).where('account_id', '=', accountId).execute()
  const own = { errorCode: 'NOT_ALLOWED', message: problems.accountOwn({}) }
  expect(await change(accept, { outTradeNo: orderId })).toMatchObject(own)
  expect(await change(settleRefund, { outTradeNo: orderId, as: 'refunded' })).toMatchObject(own)
  expect(await world.orders.credits(accountId)).toBe(0)
})

test.each([
  ['refunded', 0],
  ['refused', 50],
] as const)('a refund in doubt that is settled as %s leaves %i credits', async (as, credits) => {
  const { outTradeNo } = (await EXAMPLES['/payments/settleRefund']!(world)) as { outTradeNo: string }
  expect(await casesOf(outTradeNo)).toMatchObject([{ cause: 'refund in doubt', action: 'settleRefund' }])
  expect(await change(settleRefund, { outTradeNo, as })).toMatchObject({ result: 'SUCCESS' })
  const row = await world.db
    .selectFrom('payment_order')
    .select('account_id')
    .where('order_id', '=', outTradeNo)
    .executeTakeFirstOrThrow()
  expect(await world.orders.credits(row.account_id!)).toBe(credits)
  const settled = await world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', '=', `order:${outTradeNo}`)
    .orderBy('audit_entry_id')
    .execute()
  expect(settled.map(({ action }) => action)).toEqual(['end refund', 'settle refund'])
  expect(await change(settleRefund, { outTradeNo, as })).toMatchObject({
    message: problems.refundNotInDoubt({ orderId: outTradeNo }),
  })
})

test('a refund above the limit is settled as refused by two; a smaller one counts as a refund of its operator', async () => {
  const inDoubt = async (credits: number) => {
    const { orderId, accountId } = await world.orders.aTopUp({ credits })
    world.orders.alipay.isDoubtful = true
    await world.orders.payments.refund({ orderId, reason, actor: 'test' })
    await world.orders.runPayments()
    world.orders.alipay.isDoubtful = false
    return { orderId, accountId }
  }
  const large = await inDoubt(500)
  const asked = await change(settleRefund, { outTradeNo: large.orderId, as: 'refused' })
  expect(asked).toMatchObject({ approvalId: expect.any(String) })
  const second = await world.signIn(await world.anOperator('finance'))
  const decide = keyed({ id: asked.approvalId, approve: true })
  expect(await world.call('/approvals/decide', decide, second)).toMatchObject({ outcome: 'approved' })
  expect(await world.orders.credits(large.accountId)).toBe(500)

  const small = await inDoubt(200)
  expect((await change(settleRefund, { outTradeNo: small.orderId, as: 'refused' })).approvalId).toBeUndefined()
  const answer = await world.call('/orders/refund', keyed({ outTradeNo: small.orderId, reason }), browser)
  expect(answer).toMatchObject({ approvalId: expect.any(String) })
})

test('an overdue refund of a provider that is gone is settled', async () => {
  const { orderId, accountId } = await world.orders.aTopUp()
  await world.db.updateTable('payment_order').set({ gateway: 'gone' }).where('order_id', '=', orderId).execute()
  await world.orders.payments.refund({ orderId, reason, actor: 'test' })
  await world.orders.runPayments()
  expect(await casesOf(orderId)).toEqual([])
  expect(await change(settleRefund, { outTradeNo: orderId, as: 'refused' })).toMatchObject({
    message: problems.refundNotInDoubt({ orderId }),
  })
  world.clock.advance('PT72H')
  browser = await world.signIn(operator)
  expect(await casesOf(orderId)).toMatchObject([{ cause: 'refund unfinished', action: 'settleRefund' }])
  expect(await change(settleRefund, { outTradeNo: orderId, as: 'refused' })).toMatchObject({ result: 'SUCCESS' })
  expect(await world.orders.credits(accountId)).toBe(50)
})

test('what a provider lists otherwise is a case until it is dismissed; an open dispute is one too', async () => {
  const { orderId } = await world.orders.aTopUp()
  const at = world.clock.now()
  const movement = { what: 'payment', amountCents: 700, currency: 'HKD', at } as const
  const reference = `L-${orderId}`
  world.orders.alipay.list = async () => [{ ...movement, ownId: 'gone', reference }]
  world.clock.advance('PT48H')
  await world.orders.runPayments()
  world.clock.advance('PT48H')
  await world.orders.runPayments()
  browser = await world.signIn(operator)
  const listed = async () => (await casesOf('gone')).filter((one: { reference: string }) => one.reference === reference)
  expect(await listed()).toMatchObject([{ cause: 'unknown payment', orderNumber: null, action: 'dismiss' }])
  expect(await change(dismiss, { reference })).toMatchObject({ result: 'SUCCESS' })
  expect(await listed()).toEqual([])
  expect(await change(dismiss, { reference: 'L-unheard' })).toMatchObject({
    message: problems.differenceUnknown({ reference: 'L-unheard' }),
  })
  world.orders.alipay.list = undefined

  await world.db
    .updateTable('payment_order')
    .set({ state: 'disputed', previous_state: 'paid' })
    .where('order_id', '=', orderId)
    .execute()
  const dispute = { order_id: orderId, dispute_id: 'PP-D-1', answer_by: Temporal.Instant.from('2026-12-10T04:00:00Z') }
  await world.db.insertInto('payment_dispute').values(dispute).execute()
  expect(await casesOf(orderId, 'disputed')).toMatchObject([
    { cause: 'disputed', action: null, answerBy: '2026-12-10T04:00:00Z' },
  ])
})

test('pages of cases join without a gap', async () => {
  const made = []
  for (let n = 0; n < 5; n++) made.push((await world.orders.aTopUp({ paidCents: 4_000 })).orderId)
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await call(cases, { filter: { cause: 'review' }, sort: '-at', limit: 2, after })
    seen.push(...page.list.map(({ outTradeNo }: { outTradeNo: string }) => outTradeNo))
    after = page.next ?? undefined
  } while (after)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(made))
})

test('reconciling makes the orders due that are not paid, of 30 days by default', async () => {
  const accountId = await world.orders.aCustomer()
  const order = await world.orders.payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'credits',
    purposeId: 'credits-50',
    kind: 'alipay',
    amountCents: 5_000,
    continueUrl: 'https://harbour.test/',
    cancelUrl: 'https://harbour.test/',
    terminal: 'web',
  })
  world.orders.alipay.approve(order.orderId)
  const { queried } = await change(reconcile, {})
  expect(queried).toBeGreaterThanOrEqual(1)
  await world.orders.runPayments()
  expect(await world.orders.credits(accountId)).toBe(50)
})

test('a subscription without an agreement is ended by a job, whose outcome is in the audit log; no answer is repeated', async () => {
  const { push } = world.orders
  const asked = { subscription: 'I-LOST', agreementId: 'lost-1' }
  const { terminationId } = await change(endMandate, asked)
  expect(push.calls).toEqual([])
  expect((await call(mandateTerminations, {})).list[0]).toMatchObject({ ...asked, terminationId, outcome: null })
  push.troubles = ['request lost']
  await world.orders.runPayments()
  expect((await call(mandateTerminations, {})).list[0]).toMatchObject({ terminationId, outcome: null })
  world.clock.advance('PT5M')
  await world.orders.runPayments()
  browser = await world.signIn(operator)
  expect((await call(mandateTerminations, {})).list[0]).toMatchObject({ terminationId, outcome: 'absent' })
  expect(await lastEntryOf('end mandate')).toMatchObject({
    subject: 'mandate:I-LOST',
    operator_id: operator.operatorId,
    details: { ending: 'absent', agreementId: 'lost-1' },
  })
})

const lastEntryOf = (action: string) =>
  world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', action)
    .orderBy('audit_entry_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('failed callbacks are listed without their bodies, and one or all of a provider are processed again', async () => {
  const failed = async () => ((await EXAMPLES['/webhooks/retry']!(world)) as { eventId: string }).eventId
  const [one, two, three] = [await failed(), await failed(), await failed()]
  const listed = async (state: string) => {
    const { list } = await call(listEvents, { filter: { provider: 'bank', state }, limit: 200 })
    return list.map(({ eventId }: { eventId: string }) => eventId)
  }
  const { list } = await call(listEvents, { filter: { state: 'failed' } })
  expect(JSON.stringify(list)).not.toMatch(/body"|sealed/)
  expect(list[0]).toMatchObject({ provider: 'bank', attempts: 8, hasBody: true, dueAt: null })
  expect(await change(retry, { eventId: one })).toMatchObject({ count: 1 })
  expect(await listed('waiting')).toContain(one)
  expect(await change(retry, { eventId: one })).toMatchObject({ message: problems.webhookNotFailed({}) })
  expect(await change(retry, { eventId: 'unheard' })).toMatchObject({ message: problems.webhookUnknown({}) })
  expect(await change(retry, {})).toMatchObject({ message: problems.webhookUnnamed({}) })
  expect((await change(retry, { provider: 'bank' })).count).toBeGreaterThanOrEqual(2)
  expect(await listed('failed')).toEqual([])
  expect(await listed('waiting')).toEqual(expect.arrayContaining([two, three]))
})
