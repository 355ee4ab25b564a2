import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const subscribers = () => ({ factsOf: async () => facts })
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
