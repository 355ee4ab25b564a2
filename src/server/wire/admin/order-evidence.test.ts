import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidence, list, show } from '#contract/admin/orders.ts'
import { sql } from '#server/kit/db.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { consoleEvidence as text } from '#text/en_US/console-evidence.ts'
import {
  type Browser,
  createOperatorsWorld,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let finance: Browser
let financier: TestOperator
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  financier = await world.anOperator('finance')
  finance = await world.signIn(financier)
})

const read = (outTradeNo: string, browser = finance, more: object = {}) =>
  world.call(evidence.path, { outTradeNo, reason: 'the bank asks', language: 'en_US', ...more }, browser)
const shownOrder = async (outTradeNo: string) => (await world.call(show.path, { outTradeNo }, finance)).order
const entriesOf = (orderId: string) =>
  world.db
    .selectFrom('audit_entry')
    .select(['operator_id as operatorId', 'reason', 'details'])
    .where('subject', '=', `order:${orderId}`)
    .where('action', '=', 'export evidence')
    .execute()

/** A title that was rented with the credits of an order, and how far it was watched. */
async function rentWith(accountId: string, programId: string) {
  const { transferId } = await world.orders.spendCredits(accountId, 20)
  const at = world.clock.now()
  await sql`
    insert into rental (rental_id, wallet_id, program_id, transfer_id, credits, starts_at, ends_at)
    select ${`r-${transferId}`}, wallet_id, ${programId}, ${transferId}, 20, ${at}, ${at.add({ hours: 48 })}
    from wallet where account_id = ${accountId}`.execute(world.db)
  await sql`
    insert into profile (profile_id, account_id, name, avatar_id, kids, created_at)
    values (${`p-${accountId}`}, ${accountId}, 'One', 'cat', false, ${at}) on conflict do nothing`.execute(world.db)
  for (const [seen, position] of [
    [programId, 3_000],
    [`${programId}-other`, 900],
  ] as const)
    await sql`
      insert into bookmark (profile_id, program_id, program_guid, season, episode, position, duration, finished, at)
      values (${`p-${accountId}`}, ${seen}, ${seen}, 0, 0, ${position}, 6000, false, ${at})`.execute(world.db)
}

test('of a disputed order: the order, its events, what its credits were spent on, sign-ins and messages, and of the person no more than that', async () => {
  const { orderId, orderNumber, accountId } = await world.orders.aTopUp({ credits: 100 })
  const other = await world.orders.aTopUp()
  await rentWith(accountId, 'harbour-lights')
  await rentWith(other.accountId, 'another-persons')
  const at = world.clock.now()
  await sql`
    insert into session (session_id, account_id, token_hash, device_name, created_at, last_used_at)
    values (${`s-${orderId}`}, ${accountId}, ${Buffer.from(orderId)}, '<b>Phone</b>', ${at}, ${at})`.execute(world.db)
  await sql`
    insert into inbox_message (message_id, account_id, template, params, sent_at)
    values (${`m-${orderId}`}, ${accountId}, 'paymentReceived', ${'{"content":"a secret"}'}::jsonb, ${at})`.execute(
    world.db,
  )
  await world.orders.dispute(orderId, { answerBy: '2026-12-04T07:59:59Z' })

  const { result, fileName, html } = await read(orderNumber)
  expect(result).toBe('SUCCESS')
  expect(fileName).toBe(`evidence-${orderNumber}.html`)
  for (const part of [
    orderId,
    '100 credits',
    'HKD 100.00',
    '&lt;b&gt;Phone&lt;/b&gt;',
    '2026-12-04 15:59:59',
    'Payment received',
  ])
    expect(html).toContain(part)
  expect(html).toContain(text.headings.rentals)
  expect(html).toMatch(/<td>50<\/td><td>100<\/td>/)
  // Nothing of other titles, persons or contents.
  const account = await world.orders.accounts.read(accountId)
  for (const hidden of [
    account!.number,
    account!.name,
    account!.email || 'no address',
    'a secret',
    'another-persons',
    '<td>15</td>',
  ])
    expect(html).not.toContain(hidden)
  expect(await entriesOf(orderId)).toEqual([
    { operatorId: financier.operatorId, reason: 'the bank asks', details: { accountId } },
  ])
})

test('an order without a dispute has no evidence, an unknown one neither; a reason and a fresh code are asked for', async () => {
  const { orderId, orderNumber } = await world.orders.aTopUp()
  expect(await read(orderId)).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.orderUndisputed({ orderNumber }),
  })
  expect(await read('HB-000000-0000')).toMatchObject({ errorCode: 'NOT_FOUND' })
  await world.orders.dispute(orderId)
  expect(await read(orderId, finance, { reason: '' })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  world.realClock.advance('PT11M')
  world.clock.advance('PT11M')
  expect(await read(orderId)).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
  expect(await entriesOf(orderId)).toEqual([])
})

test.each(['care', 'catalogue', 'administrator'] as const)('%s gets no evidence', async (role) => {
  const { orderId } = await world.orders.aTopUp()
  await world.orders.dispute(orderId)
  expect(await read(orderId, await world.signIn(await world.anOperator(role)))).toMatchObject({
    errorCode: 'NOT_ALLOWED',
  })
  expect(await entriesOf(orderId)).toEqual([])
})

test('an erased account leaves the order alone', async () => {
  const { orderId } = await world.orders.aTopUp()
  await world.orders.dispute(orderId)
  await sql`update payment_order set account_id = null where order_id = ${orderId}`.execute(world.db)
  const { html } = await read(orderId)
  expect(html).toContain(text.erased)
  expect(html).not.toContain(text.headings.signIns)
})

test('the deadline is the next of open disputes, follows the provider, and ends with its dispute', async () => {
  const { orderId } = await world.orders.aTopUp()
  const { dispute } = world.orders
  const deadline = async () => {
    const { list: rows } = await world.call(list.path, { filter: { text: orderId } }, finance)
    const { answerBy } = await shownOrder(orderId)
    expect(rows[0].answerBy).toBe(answerBy)
    return answerBy
  }
  await dispute(orderId, { disputeId: 'A', answerBy: '2026-12-09T00:00:00Z' })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-12-09T00:00:00Z'))
  await dispute(orderId, { disputeId: 'B', answerBy: '2026-12-05T00:00:00Z' })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-12-05T00:00:00Z'))
  await dispute(orderId, { disputeId: 'B', answerBy: '2026-12-07T00:00:00Z' })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-12-07T00:00:00Z'))
  await dispute(orderId, { disputeId: 'B', event: 'disputeWon' })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-12-09T00:00:00Z'))
  // Late news of a dispute that is over.
  await dispute(orderId, { disputeId: 'B', answerBy: '2026-12-05T00:00:00Z' })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-12-09T00:00:00Z'))
  await dispute(orderId, { disputeId: 'C', answerBy: '2026-01-05T00:00:00Z' })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-12-09T00:00:00Z'))
  await dispute(orderId, { disputeId: 'C', event: 'disputeWon' })
  // Answered: the provider waits for nothing.
  await dispute(orderId, { disputeId: 'A' })
  expect(await deadline()).toBeNull()
  expect((await shownOrder(orderId)).state).toBe('disputed')
  for (const [disputeId, answerBy] of [
    ['D', '2026-01-05T00:00:00Z'],
    ['E', '2026-01-07T00:00:00Z'],
  ] as const)
    await dispute(orderId, { disputeId, answerBy })
  expect(Date.parse(await deadline())).toBe(Date.parse('2026-01-07T00:00:00Z'))
})
