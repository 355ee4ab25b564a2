import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type LedgerApp } from '../../../test/support/ledger.ts'
import { createPlans, type Plans } from '#server/domains/plans/index.ts'
import { formatVersion, type PlanPublication, publishPlan, readPublication } from './plans.ts'

let app: LedgerApp & { plans: Plans }
beforeAll(async () => {
  const base = await createTestLedger()
  const subscribers = () => ({ factsOf: async () => ({ hadPlan: false, current: null }) })
  app = { ...base, plans: createPlans({ ...base, subscribers, isTelecomPartner: async () => false }) }
})
afterAll(() => app.close())

const ARGUMENTS = ['--plan', 'entertainment-pass', '--price', '98.00', '--reason', 'dearer films', '--operator', 'ann']
const PUBLICATION: PlanPublication = {
  planId: 'entertainment-pass',
  offer: undefined,
  terms: { amountCents: 9_800, currency: 'HKD' },
  texts: {},
  reason: 'dearer films',
  actor: 'operator:ann',
}
const NEW_PLAN = Object.entries({
  plan: 'bank-pass',
  offer: 'staff',
  price: '30',
  credits: '0',
  trial: '0',
  'name-zh': '員工通行證',
  'name-en': 'Staff pass',
  'description-zh': '員工專享',
  'description-en': 'For staff',
  reason: 'the staff plan',
  operator: 'ann',
}).flatMap(([name, value]) => [`--${name}`, value])

test('the command plans reads its arguments', () => {
  expect(readPublication(ARGUMENTS)).toEqual(PUBLICATION)
  expect(readPublication(NEW_PLAN)).toMatchObject({
    offer: 'staff',
    terms: { amountCents: 3_000, creditsPerCycle: 0, trialMonths: 0 },
    texts: { nameZh: '員工通行證', descriptionEn: 'For staff' },
  })
})

test.each([
  ['nothing', []],
  ['an unknown option', [...ARGUMENTS, '--days', '3']],
  ['a stray word', [...ARGUMENTS, 'now']],
  ['no plan', ARGUMENTS.slice(2)],
  ['no reason', ['--plan', 'entertainment-pass', '--price', '98']],
  ['an empty reason', [...ARGUMENTS, '--reason', ' ']],
  ['a part of a cent', [...ARGUMENTS, '--price', '98.005']],
  ['a negative price', [...ARGUMENTS, '--price=-98']],
  ['two free months', [...ARGUMENTS, '--trial', '2']],
  ['a part of a credit', [...ARGUMENTS, '--credits', '1.5']],
  ['an unknown offer', [...ARGUMENTS, '--offer', 'everybody']],
])('the command plans refuses %s', (_what, args) => {
  expect(readPublication(args)).toBeUndefined()
})

test('publishes once, and tells in the audit log who did what and why', async () => {
  expect(await publishPlan(app, PUBLICATION)).toMatchObject({
    planVersionId: 'entertainment-pass.2',
    amountCents: 9_800,
  })
  await expect(publishPlan(app, PUBLICATION)).rejects.toThrow('already on sale')
  await publishPlan(app, { ...PUBLICATION, terms: {}, texts: { nameEn: 'Harbour pass' } })
  expect((await app.plans.find('entertainment-pass'))?.name).toEqual({ zh_HK: '娛樂通行證', en_US: 'Harbour pass' })
  const entries = await app.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  expect(
    entries.map(({ actor, action, subject, reason, details }) => [actor, action, subject, reason, details]),
  ).toEqual([
    ['operator:ann', 'publish plan', 'plan version:entertainment-pass.2', 'dearer films', { amountCents: 9_800 }],
    [
      'operator:ann',
      'publish plan',
      'plan version:entertainment-pass.3',
      'dearer films',
      { name: { zh_HK: '娛樂通行證', en_US: 'Harbour pass' } },
    ],
  ])
})

test('a new plan needs all of its terms', async () => {
  await expect(publishPlan(app, readPublication(ARGUMENTS.with(1, 'unknown'))!)).rejects.toThrow('There is no plan')
  const incomplete = readPublication(NEW_PLAN.slice(0, -6).concat(NEW_PLAN.slice(-4)))
  await expect(publishPlan(app, incomplete!)).rejects.toThrow('needs all of its terms')
  const plan = await publishPlan(app, readPublication(NEW_PLAN)!)
  expect(formatVersion(plan, true)).toBe(
    `* bank-pass.1  staff · HK$30.00 · 0 credits · no free month · Staff pass · 員工通行證  ${app.clock
      .now()
      .toZonedDateTimeISO('Asia/Hong_Kong')
      .toPlainDate()
      .toString()} operator:ann`,
  )
})

test('only a plan for staff can be free', async () => {
  const free = readPublication(ARGUMENTS.map((one) => (one === '98.00' ? '0' : one)))
  await expect(publishPlan(app, free!)).rejects.toThrow('Only a plan for staff')
  const ofStaff = readPublication(NEW_PLAN.map((one) => (one === '30' ? '0' : one === 'bank-pass' ? 'club-pass' : one)))
  expect(await publishPlan(app, ofStaff!)).toMatchObject({ planId: 'club-pass', amountCents: 0 })
})
