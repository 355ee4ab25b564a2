import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decide, list as listApprovals } from '#contract/admin/approvals.ts'
import { compensate, list, show, stop, tryOut } from '#contract/admin/compensations.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { aCompensation, aStreamer } from '../../../../test/support/admin-compensation-calls.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [care, finance, other]: [Browser, Browser, Browser] = [] as never
let writer: TestOperator
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
/** Harmed members and operators of the test alone. */
beforeEach(async () => {
  world.clock.advance('PT8H')
  await world.pool.query('delete from playback_stream')
  writer = await world.anOperator('care')
  care = await world.signIn(writer)
  finance = await world.signIn(await world.anOperator('finance'))
  other = await world.signIn(await world.anOperator('finance'))
})

const call = (endpoint: { path: string }, input: object, browser = care) => world.call(endpoint.path, input, browser)
const submit = (order: object) => call(compensate, keyed({ ...order, reason: 'an outage' }))
const approve = (id: string, browser: Browser, isApproved = true) =>
  call(decide, keyed({ id, approve: isApproved }), browser)
const creditsOf = async (accountId: string) =>
  (await world.care.ledger.balance(accountId)).spendable.reduce((sum, { amount }) => sum + amount, 0)

test('a dry run counts, shows some masked, gives nothing, and is in the audit log', async () => {
  const accountId = await aStreamer(world)
  await aStreamer(world)
  const order = aCompensation(world)
  const answer = await call(tryOut, order)
  expect(answer).toMatchObject({ members: 2, did: { streamed: 2 }, credits: 40, rentals: null, hadBefore: 0 })
  expect(answer.sample).toHaveLength(2)
  for (const { maskedNumber } of answer.sample) expect(maskedNumber).toMatch(/^\+852 9••• ••\d\d$/)
  await world.care.compensations.giveDue()
  expect(await creditsOf(accountId)).toBe(0)
  const entries = await world.pool.query(`select action, details from audit_entry where subject = $1`, [
    `incident:${order.incident}`,
  ])
  expect(entries.rows).toMatchObject([{ action: 'try compensation', details: { members: 2 } }])
})

describe('a compensation', () => {
  test('waits for a second person, who sees how many get what; then a job gives it, and the inbox has it', async () => {
    const accountId = await aStreamer(world)
    const order = aCompensation(world)
    const asked = await submit(order)
    expect(asked).toMatchObject({ approvalId: expect.any(String) })
    await world.care.compensations.giveDue()
    expect(await creditsOf(accountId)).toBe(0)
    const waiting = await call(listApprovals, { filter: { state: 'waiting' }, limit: 200 }, finance)
    const found = (waiting.list as { approvalId: string; consequence: object }[]).find(
      ({ approvalId }) => approvalId === asked.approvalId,
    )
    expect(found!.consequence).toMatchObject({ incident: order.incident, members: 1, credits: 20, creditsInAll: 20 })
    expect(await approve(asked.approvalId as string, care)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(await approve(asked.approvalId as string, finance)).toMatchObject({ result: 'SUCCESS' })
    await world.care.compensations.giveDue()
    expect(await creditsOf(accountId)).toBe(20)
    const { list: inbox } = await world.care.messages.list({ accountId, language: 'en_US', page: 1, pageSize: 5 })
    expect(inbox.filter(({ body }) => body.includes('20 extra credits'))).toHaveLength(1)
    const { list: all } = await call(list, {}, finance)
    expect(all[0]).toMatchObject({ incident: order.incident, state: 'done', members: 1, given: 1, isApproved: true })
    const { rows } = await world.pool.query(
      `select details from audit_entry where action = 'compensate customers' and subject = $1`,
      [`compensation:${all[0].compensationId}`],
    )
    expect(rows).toMatchObject([{ details: { members: 1, credits: 20, approvedBy: expect.any(String) } }])
  })

  test('of two that are approved at the same time for one incident, or one by two people, an account gets one', async () => {
    const accountId = await aStreamer(world)
    const order = aCompensation(world)
    const [first, second] = [await submit(order), await submit({ ...order, gives: { kind: 'credits', credits: 30 } })]
    const answers = await Promise.all([
      approve(first.approvalId as string, finance),
      approve(first.approvalId as string, other),
      approve(second.approvalId as string, other),
    ])
    expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(1)
    await Promise.all([world.care.compensations.giveDue(), world.care.compensations.giveDue()])
    expect([20, 30]).toContain(await creditsOf(accountId))
  })

  test('that many more would get by now is not carried out', async () => {
    await aStreamer(world)
    const { approvalId } = await submit(aCompensation(world))
    await Promise.all([aStreamer(world), aStreamer(world)])
    expect(await approve(approvalId as string, finance)).toMatchObject({
      message: problems.compensationGrew({ members: 3, approved: 1 }),
    })
    await world.care.compensations.giveDue()
  })

  test('is stopped by customer care, and by no other role', async () => {
    const accountId = await aStreamer(world)
    const { approvalId } = await submit(aCompensation(world))
    await approve(approvalId as string, finance)
    const { list: all } = await call(list, { filter: { state: 'running' } })
    const input = { compensationId: all[0].compensationId, reason: 'a wrong time' }
    expect(await call(stop, keyed(input), finance)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(await call(stop, keyed(input))).toMatchObject({ result: 'SUCCESS' })
    await world.care.compensations.giveDue()
    expect(await creditsOf(accountId)).toBe(0)
    expect(await call(show, { compensationId: input.compensationId }, finance)).toMatchObject({
      state: 'stopped',
      stoppedBy: `operator:${writer.name}`,
    })
  })
})

test.each([
  ['of a time to come', { until: '2099-01-01T00:00:00Z' }, 'compensationPeriod'],
  ['of longer rentals for who had none', { gives: { kind: 'rental', hours: 24 } }, 'compensationRenters'],
  ['for nobody', {}, 'compensationNobody'],
] as const)('a compensation %s is refused before anybody is asked', async (_, more, is) => {
  const answer = await submit(aCompensation(world, more as object))
  if (is === 'compensationNobody') expect(answer).toMatchObject({ message: problems.compensationNobody({}) })
  else expect(answer).toMatchObject({ errorCode: 'INVALID_INPUT' })
})
