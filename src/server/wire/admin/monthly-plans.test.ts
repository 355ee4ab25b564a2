import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publish, tryPublish, versions, withdraw } from '#contract/admin/monthly-plans.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { givePlan } from '../../../../test/support/held-plan.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [one, other]: [Browser, Browser] = [] as never
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  one = await world.signIn(await world.anOperator('finance'))
  other = await world.signIn(await world.anOperator('finance'))
})

const PLAN = 'entertainment-pass'
const call = (endpoint: { path: string }, input: object, browser: Browser = one) =>
  world.call(endpoint.path, input, browser)
const change = (amountCents: number, more: object = {}) => ({ planId: PLAN, terms: { amountCents }, ...more })
const publishBy = (amountCents: number, more: object = {}, browser: Browser = one) =>
  call(publish, keyed({ ...change(amountCents, more), reason: 'dearer films' }), browser)
const approve = (approvalId: string, browser = other) =>
  world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), browser)
const price = async () => (await world.orders.plans.find(PLAN))?.amountCents
const rows = async (browser = one) => {
  const { list } = await call(versions, {}, browser)
  return list.filter(({ planId }: { planId: string }) => planId === PLAN) as {
    planVersionId: string
    amountCents: number
    state: string
    subscribers: number
    trials: number
    ending: number
  }[]
}
const inHours = (hours: number) => world.clock.now().add({ hours }).toString()

describe('a version of a plan', () => {
  test('waits for a second person of finance, who sees what changes; subscribers keep theirs', async () => {
    const accounts = [await world.orders.aCustomer(), await world.orders.aCustomer(), await world.orders.aCustomer()]
    const now = world.clock.now()
    await approve((await publishBy(9_800)).approvalId)
    const planVersionId = `${PLAN}.2`
    for (const [n, state] of (['active', 'trial', 'cancelling'] as const).entries())
      await givePlan(world.db, { accountId: accounts[n]!, now, state, planVersionId })
    await givePlan(world.db, { accountId: await world.orders.aCustomer(), now, state: 'ended' })
    const before = await price()
    const { approvalId } = await publishBy(9_900)
    expect(await price()).toBe(before)
    const { list: waiting } = await world.call('/approvals/list', {}, other)
    expect(waiting.find((each: { approvalId: string }) => each.approvalId === approvalId)).toMatchObject({
      consequence: { planId: PLAN, before: { amountCents: before }, after: { amountCents: 9_900 } },
    })
    expect(await approve(approvalId, one)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(await approve(approvalId)).toMatchObject({ result: 'SUCCESS' })
    expect(await price()).toBe(9_900)
    const [newest, former] = await rows()
    expect(newest).toMatchObject({ amountCents: 9_900, state: 'onSale', subscribers: 0 })
    expect(former).toMatchObject({ state: 'past', subscribers: 3, trials: 1, ending: 1 })
    const entry = await world.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'before', 'after'])
      .where('subject', '=', `plan version:${newest!.planVersionId}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'publish plan',
      reason: 'dearer films',
      before: { amountCents: before },
      after: { amountCents: 9_900 },
    })
  })

  test('is tried without any change', async () => {
    const before = await rows()
    expect(await call(tryPublish, change(7_700, { startsAt: inHours(1) }))).toMatchObject({
      changes: [{ name: 'amountCents', after: 7_700 }],
      subscribers: 3,
    })
    expect(await call(tryPublish, change((await price())!))).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await rows()).toEqual(before)
  })

  test('that two persons approve at once is published once', async () => {
    const third = await world.signIn(await world.anOperator('finance'))
    const [first, second] = [await publishBy(8_100), await publishBy(8_100, {}, third)]
    const answers = await Promise.all([approve(first.approvalId), approve(second.approvalId, one)])
    expect(answers.map(({ result }) => result).toSorted()).toEqual(['FAILED', 'SUCCESS'])
    expect((await rows()).filter(({ amountCents }) => amountCents === 8_100)).toHaveLength(1)
  })

  test('whose time is over when it is approved is refused', async () => {
    const { approvalId } = await publishBy(8_200, { startsAt: inHours(1) })
    world.clock.advance('PT2H')
    const decider = await world.signIn(await world.anOperator('finance'))
    expect(await approve(approvalId, decider)).toMatchObject({ message: problems.planPast({}) })
  })

  test('that would change another price by now is not published, and stays for another decision', async () => {
    const { approvalId } = await publishBy(8_300)
    const { approvalId: other } = await publishBy(9_300)
    expect(await approve(other)).toMatchObject({ result: 'SUCCESS' })
    expect(await approve(approvalId)).toMatchObject({ message: problems.approvalChanged({}) })
    expect(await price()).toBe(9_300)
    const refusal = keyed({ id: approvalId, approve: false })
    expect(
      await world.call('/approvals/decide', refusal, await world.signIn(await world.anOperator('finance'))),
    ).toMatchObject({ outcome: 'refused' })
  })

  test('has both languages, and no price below zero', async () => {
    const name = { zh_HK: '通行證', en_US: '' }
    expect(await call(publish, keyed({ planId: PLAN, terms: { name }, reason: 'x' }))).toMatchObject({
      errorCode: 'INVALID_INPUT',
    })
    expect(await publishBy(-1)).toMatchObject({ errorCode: 'INVALID_INPUT' })
    expect(await publishBy(0)).toMatchObject({ message: problems.planNotFree({}) })
  })
})

test('a planned version is withdrawn alone; a promotion that runs is ended by two', async () => {
  const regular = await price()
  const planned = await publishBy(6_600, { startsAt: inHours(48) })
  const { planVersionId } = await approvedVersion(planned.approvalId, 6_600)
  expect(await call(withdraw, keyed({ planVersionId }))).toEqual(expect.objectContaining({ result: 'SUCCESS' }))
  expect((await rows()).find((row) => row.planVersionId === planVersionId)?.state).toBe('withdrawn')
  const promotion = await approvedVersion((await publishBy(1_000, { endsAt: inHours(5) })).approvalId, 1_000)
  expect(await price()).toBe(1_000)
  const { approvalId } = await call(withdraw, keyed({ planVersionId: promotion.planVersionId }))
  expect(await price()).toBe(1_000)
  await approve(approvalId)
  expect(await price()).toBe(regular)
  expect(await call(withdraw, keyed({ planVersionId: promotion.planVersionId }))).toMatchObject({
    message: problems.planVersionStays({}),
  })
  expect(await call(withdraw, keyed({ planVersionId: 'other.1' }))).toMatchObject({ errorCode: 'NOT_FOUND' })
})

async function approvedVersion(approvalId: string, amountCents: number) {
  expect(await approve(approvalId)).toMatchObject({ result: 'SUCCESS' })
  return (await rows()).find((row) => row.amountCents === amountCents)!
}

test.each(['care', 'administrator'] as const)('%s neither sees nor changes plans here', async (role) => {
  const browser = await world.signIn(await world.anOperator(role))
  expect(await call(versions, {}, browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  expect(await call(publish, keyed({ ...change(1), reason: 'x' }), browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
})

test('catalogue sees plans and changes none', async () => {
  const browser = await world.signIn(await world.anOperator('catalogue'))
  expect((await rows(browser)).length).toBeGreaterThan(0)
  expect(await call(tryPublish, change(1), browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
})
