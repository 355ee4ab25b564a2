import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { delivered, list, packing, restock, sent, show } from '#contract/admin/deliveries.ts'
import { aDelivery } from '../../../../test/support/admin-queue-calls.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'
import { TO } from '../../../../test/support/sales.ts'

let world: OperatorsWorld
let operator: TestOperator
let browser: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  operator = await world.anOperator('care')
  browser = await world.signIn(operator)
})

const call = (endpoint: { path: string }, input: object) => world.call(endpoint.path, input, browser)
const change = (endpoint: { path: string }, input: object) => call(endpoint, keyed(input))
const entriesOf = (orderId: string) =>
  world.db
    .selectFrom('audit_entry')
    .select(['action', 'operator_id', 'after'])
    .where('subject', '=', `order:${orderId}`)
    .orderBy('audit_entry_id')
    .execute()
const rowOf = async (orderId: string, state = 'paid') =>
  (await call(list, { filter: { state }, limit: 200 })).list.find((one: { orderId: string }) => one.orderId === orderId)

test('the list has what is to be sent and nothing of its buyer; an address is read on record', async () => {
  const { orderId } = await aDelivery(world)
  const row = await rowOf(orderId)
  expect(row).toMatchObject({ state: 'paid', lockerCode: 'H852-07', hasAddress: true, lines: [{ quantity: 2 }] })
  expect(JSON.stringify(row)).not.toMatch(/陳子晴|9123|河畔/)
  const byNumber = await call(list, { filter: { orderNumber: row.orderNumber, state: 'sent' } })
  expect(byNumber.list).toMatchObject([{ orderId }])
  expect(await call(show, { orderId })).toMatchObject({ recipient: '陳子晴', country: null })
  expect(await entriesOf(orderId)).toMatchObject([{ action: 'read address', operator_id: operator.operatorId }])
})

test('an order is sent once, also by two, then delivered', async () => {
  const { orderId } = await aDelivery(world)
  const answers = await Promise.all([1, 2].map(() => change(sent, { orderId, reference: 'SF-1' })))
  expect(answers.map(({ errorCode }) => errorCode ?? 'sent').toSorted()).toEqual(['CONFLICT', 'sent'])
  expect(await rowOf(orderId, 'sent')).toMatchObject({ reference: 'SF-1', sentAt: expect.any(String) })
  expect(await change(delivered, { orderId })).toMatchObject({ result: 'SUCCESS' })
  expect(await change(delivered, { orderId })).toMatchObject({ errorCode: 'CONFLICT' })
  expect((await entriesOf(orderId)).map(({ action, after }) => [action, after])).toEqual([
    ['send order', { state: 'sent' }],
    ['deliver order', { state: 'delivered' }],
  ])
})

test('units go back once, with a reason; what is to be sent does not', async () => {
  const { orderId } = await aDelivery(world, { state: 'cancelled' })
  expect(await change(restock, { orderId })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect(await change(restock, { orderId, reason: 'came back' })).toMatchObject({ result: 'SUCCESS' })
  expect(await change(restock, { orderId, reason: 'came back' })).toMatchObject({ errorCode: 'CONFLICT' })
  const unsent = await aDelivery(world)
  expect(await change(restock, { ...unsent, reason: 'came back' })).toMatchObject({ errorCode: 'CONFLICT' })
})

test('an order of one’s own account is a colleague’s', async () => {
  const { accountId } = await world.care.aCustomer()
  await world.db.updateTable('account').set({ email: operator.email }).where('account_id', '=', accountId).execute()
  const { orderId } = await aDelivery(world, { accountId })
  expect(await change(sent, { orderId })).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  expect(await rowOf(orderId)).toMatchObject({ state: 'paid' })
})

test('the packing list has whom each parcel goes to, harmless in a spreadsheet, without what is sent; it is on record', async () => {
  const { orderId } = await aDelivery(world)
  const { orderNumber } = await rowOf(orderId)
  const gone = await aDelivery(world, { state: 'sent' })
  const { orderNumber: other } = await rowOf(gone.orderId, 'sent')
  await aDelivery(world, { to: { ...TO, method: 'overseas', country: 'US', postcode: '02138' } })
  const answer = await call(packing, { reason: 'the parcels of today' })
  expect(answer).toMatchObject({ result: 'SUCCESS', isMore: false })
  expect(answer.csv).toContain(`"${orderNumber}","陳子晴","'+85291234567"`)
  // Alone in a cell it would become 2138.
  expect(answer.csv).toContain('"US 02138"')
  expect(answer.csv).not.toContain(other)
  const [entry] = await world.db
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('audit_entry_id', 'desc')
    .limit(1)
    .execute()
  expect(entry).toMatchObject({
    action: 'export packing list',
    reason: 'the parcels of today',
    details: { orders: answer.orders },
  })
})
