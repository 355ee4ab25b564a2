import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberViewer, visitor } from '../../../../test/support/viewers.ts'
import { createTestDb } from '../../../../test/support/database.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createPlans, type Plans, type SubscriberFacts } from './index.ts'

let database: Awaited<ReturnType<typeof createTestDb>>
let clock: TestClock
let plans: Plans
let facts: SubscriberFacts = { hadPlan: false, current: null }

beforeAll(async () => {
  database = await createTestDb()
  clock = createTestClock()
  const subscribers = () => ({ factsOf: async () => facts, countByVersion: async () => new Map() })
  plans = createPlans({ db: database.db, clock, subscribers, isTelecomPartner: async (id) => id === 'telecom' })
})
afterAll(() => database.close())

const member = (accountId = 'anyone', closing = false) => memberViewer({ accountId, closing })
const publish = (publication: Omit<Parameters<Plans['publish']>[1], 'actor'>) =>
  database.db.transaction().execute((tx) => plans.publish(tx, { ...publication, actor: 'operator:ann' }))

test('the pass is on sale for HK$88 and the promotional plan for HK$48, each with a free month and 60 credits', async () => {
  const [standard, promotional] = await Promise.all([plans.onSale('standard'), plans.onSale('promotional')])
  const said = [...standard, ...promotional].map(({ planVersionId, amountCents, currency, ...plan }) => [
    planVersionId,
    amountCents,
    currency,
    plan.trialMonths,
    plan.creditsPerCycle,
  ])
  expect(said).toEqual([
    ['entertainment-pass.1', 8_800, 'HKD', 1, 60],
    ['promotional-pass.2', 4_800, 'HKD', 1, 60],
  ])
  expect(await plans.find('unknown')).toBeUndefined()
  expect(await plans.version('entertainment-pass.2')).toBeUndefined()
})

test('the promotional plan is sold for new members, in the words of its pages', async () => {
  const [promotional] = await plans.onSale('promotional')
  expect(promotional?.name).toEqual({ zh_HK: '新會員通行證', en_US: 'New member pass' })
})

test('the button to the plans is not shown to a member with a plan, nor to a telecom partner’s member, who can have none', async () => {
  expect(await plans.button(member('telecom'))).toEqual({ action: 'subscribe', visible: false })
  expect(await plans.button(member('other'))).toEqual({ action: 'subscribe', visible: true })
})

test('a visitor reads what a new member would pay, a telecom partner’s member has no plan', async () => {
  const trials = async (viewer: Parameters<Plans['subscribable']>[0]) =>
    (await plans.subscribable(viewer, { offer: 'standard', canRenew: true })).map(({ terms }) => [
      terms.trialMonths,
      terms.eligible,
    ])
  expect(await trials(visitor())).toEqual([[1, true]])
  expect(await trials(member())).toEqual([[1, true]])
  expect(await trials(member('telecom'))).toEqual([[0, false]])
  expect(await trials(member('anyone', true))).toEqual([[1, false]])
  facts = { hadPlan: true, current: null }
  expect(await trials(member())).toEqual([[0, true]])
  expect(await trials(visitor())).toEqual([[1, true]])
})

test.each([
  ['update', `update plan_version set amount_cents = 1`],
  ['delete', `delete from plan_version`],
  ['truncate', `truncate plan_version cascade`],
])('a version refuses %s', async (_what, statement) => {
  await expect(database.pool.query(statement)).rejects.toThrow('append-only')
})

test('a new price is a new version; the old one stays what it was', async () => {
  const { plan, changed } = await publish({ planId: 'entertainment-pass', terms: { amountCents: 9_800 } })
  expect([plan.planVersionId, changed]).toEqual(['entertainment-pass.2', ['amountCents']])
  expect(await plans.find('entertainment-pass')).toMatchObject({ amountCents: 9_800, creditsPerCycle: 60 })
  expect(await plans.version('entertainment-pass.1')).toMatchObject({ amountCents: 8_800, version: 1 })
  expect((await plans.versions()).map(({ planVersionId }) => planVersionId)).toEqual([
    'entertainment-pass.2',
    'entertainment-pass.1',
    'promotional-pass.2',
    'promotional-pass.1',
    'staff-pass.1',
    'gift-pass.1',
  ])
})

test('refuses a version that changes nothing, an unknown plan, and another offer of a known one', async () => {
  const code = (publication: Parameters<typeof publish>[0]) => publish(publication).catch(({ code: found }) => found)
  expect(await code({ planId: 'entertainment-pass', terms: { amountCents: 9_800 } })).toBe('CONFLICT')
  expect(await code({ planId: 'unknown', terms: { amountCents: 9_800 } })).toBe('NOT_FOUND')
  expect(await code({ planId: 'unknown', offer: 'staff', terms: { amountCents: 9_800 } })).toBe('NOT_FOUND')
  expect(await code({ planId: 'entertainment-pass', offer: 'staff', terms: { amountCents: 1 } })).toBe('CONFLICT')
  expect(await plans.find('unknown')).toBeUndefined()
})

test('a new plan is published with all of its terms', async () => {
  const { name, description } = (await plans.find('entertainment-pass'))!
  const terms = { name, description, amountCents: 3_000, currency: 'HKD', trialMonths: 0, creditsPerCycle: 0 } as const
  await publish({ planId: 'bank-pass', offer: 'staff', terms })
  expect(await plans.onSale('staff')).toMatchObject([
    { planVersionId: 'staff-pass.1', amountCents: 0 },
    { planVersionId: 'bank-pass.1', amountCents: 3_000 },
  ])
})

test('operators who publish at once publish one version after the other', async () => {
  const prices = [10_100, 10_200, 10_300, 10_400]
  await Promise.all(prices.map((amountCents) => publish({ planId: 'promotional-pass', terms: { amountCents } })))
  const versions = (await plans.versions()).filter(({ planId }) => planId === 'promotional-pass')
  expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1])
  expect(versions.map(({ amountCents }) => amountCents).toSorted()).toEqual([
    10_100, 10_200, 10_300, 10_400, 4_800, 4_800,
  ])
})

describe('a version of a time', () => {
  const amount = async (planId: string) => (await plans.find(planId))?.amountCents
  const stateOf = async (planVersionId: string) =>
    (await plans.versions()).find((one) => one.planVersionId === planVersionId)?.state
  const inHours = (hours: number) => clock.now().add({ hours })
  const withdraw = (planVersionId: string) =>
    database.db.transaction().execute((tx) => plans.withdraw(tx, { planVersionId, actor: 'operator:ann' }))
  const terms = {
    name: { zh_HK: '學生通行證', en_US: 'Student pass' },
    description: { zh_HK: '學生專享', en_US: 'For students' },
    amountCents: 5_000,
    currency: 'HKD',
    trialMonths: 0 as const,
    creditsPerCycle: 20,
  }
  let count = 0
  const aPlan = async () => {
    const planId = `student-${(count += 1)}`
    await publish({ planId, offer: 'standard', terms })
    return planId
  }

  test('is on sale from its second on', async () => {
    const planId = await aPlan()
    await publish({ planId, terms: { amountCents: 6_000 }, startsAt: inHours(24) })
    clock.advance('PT23H59M59S')
    expect([await amount(planId), await stateOf(`${planId}.2`)]).toEqual([5_000, 'planned'])
    clock.advance('PT1S')
    expect([await amount(planId), await stateOf(`${planId}.2`), await stateOf(`${planId}.1`)]).toEqual([
      6_000,
      'onSale',
      'past',
    ])
  })

  test('that is a promotion ends to the second; then the regular version is on sale again', async () => {
    const planId = await aPlan()
    await publish({ planId, terms: { amountCents: 1_000 }, startsAt: inHours(1), endsAt: inHours(3) })
    clock.advance('PT1H')
    expect([await amount(planId), await stateOf(`${planId}.1`)]).toEqual([1_000, 'paused'])
    // A regular version of this time waits for the end of the promotion, and its terms are those of the regular one.
    await publish({ planId, terms: { creditsPerCycle: 30 } })
    expect(await amount(planId)).toBe(1_000)
    clock.advance('PT1H59M59S')
    expect(await amount(planId)).toBe(1_000)
    clock.advance('PT1S')
    expect(await plans.find(planId)).toMatchObject({ amountCents: 5_000, creditsPerCycle: 30 })
    expect(await stateOf(`${planId}.2`)).toBe('past')
  })

  test('that begins later than one published after it is on sale from then on', async () => {
    const planId = await aPlan()
    await publish({ planId, terms: { amountCents: 7_000 }, startsAt: inHours(2) })
    await publish({ planId, terms: { amountCents: 6_000 } })
    expect(await amount(planId)).toBe(6_000)
    clock.advance('PT2H')
    expect(await amount(planId)).toBe(7_000)
    await publish({ planId, terms: { amountCents: 8_000 } })
    expect([await amount(planId), await stateOf(`${planId}.2`)]).toEqual([8_000, 'past'])
  })

  test('is withdrawn before it begins; a promotion ends at once; others stay', async () => {
    const planId = await aPlan()
    await publish({ planId, terms: { amountCents: 6_000 }, startsAt: inHours(2) })
    expect(await withdraw(`${planId}.2`)).toMatchObject({ outcome: 'withdrawn' })
    await publish({ planId, terms: { amountCents: 1_000 }, endsAt: inHours(5) })
    clock.advance('PT3H')
    expect(await amount(planId)).toBe(1_000)
    expect(await withdraw(`${planId}.3`)).toMatchObject({ outcome: 'ended' })
    expect([await amount(planId), await stateOf(`${planId}.2`), await stateOf(`${planId}.3`)]).toEqual([
      5_000,
      'withdrawn',
      'past',
    ])
    for (const one of [1, 2, 3])
      await expect(withdraw(`${planId}.${one}`)).rejects.toMatchObject({
        details: { problem: { is: 'planVersionStays' } },
      })
    // The period is free again.
    await publish({ planId, terms: { amountCents: 1_500 }, endsAt: inHours(1) })
    expect(await amount(planId)).toBe(1_500)
  })

  test.each([
    ['an end before its start', { startsAt: 2, endsAt: 1 }, 'planPeriod'],
    ['a start in the past', { startsAt: -1 }, 'planPast'],
    ['a promotion beside another', { startsAt: 11, endsAt: 13 }, 'planPromotionRuns'],
    ['a promotion around another', { endsAt: 20 }, 'planPromotionRuns'],
  ])('with %s is refused', async (_what, period: { startsAt?: number; endsAt?: number }, is) => {
    const planId = await aPlan()
    await publish({ planId, terms: { amountCents: 1_000 }, startsAt: inHours(10), endsAt: inHours(12) })
    const times = Object.fromEntries(Object.entries(period).map(([name, hours]) => [name, inHours(hours)]))
    await expect(publish({ planId, terms: { amountCents: 900 }, ...times })).rejects.toMatchObject({
      details: { problem: { is } },
    })
    // One after the other is possible.
    await publish({ planId, terms: { amountCents: 900 }, startsAt: inHours(12), endsAt: inHours(13) })
  })

  test('cannot be the first of a plan with an end', async () => {
    await expect(publish({ planId: 'first-ends', offer: 'standard', terms, endsAt: inHours(1) })).rejects.toMatchObject(
      {
        details: { problem: { is: 'planFirstEnds' } },
      },
    )
  })
})
