import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type LedgerApp } from '../../../test/support/ledger.ts'
import { createPlans, type Plans } from '#server/domains/plans/index.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { readArguments, UsageError } from './command.ts'
import { formatVersion, type PlanPublication, publishPlan, PLANS } from './plans.ts'

let app: LedgerApp & { plans: Plans }
beforeAll(async () => {
  const base = await createTestLedger()
  const subscribers = () => ({
    factsOf: async () => ({ hadPlan: false, current: null }),
    countByVersion: async () => new Map(),
  })
  app = { ...base, plans: createPlans({ ...base, subscribers, isTelecomPartner: async () => false }) }
})
afterAll(() => app.close())

const ARGUMENTS = ['--plan', 'entertainment-pass', '--price', '98.00', '--reason', 'dearer films', '--operator', 'ann']
/** Nothing is given but what the command needs. */
const NOTHING = {
  price: undefined,
  credits: undefined,
  trial: undefined,
  nameZh: undefined,
  nameEn: undefined,
  descriptionZh: undefined,
  descriptionEn: undefined,
  offer: undefined,
}
const PUBLICATION: PlanPublication = {
  ...NOTHING,
  plan: 'entertainment-pass',
  price: 9_800,
  reason: 'dearer films',
  actor: 'operator:ann',
}
const read = (args: readonly string[]) => readArguments(PLANS, ['publish', ...args]) as PlanPublication
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
  expect(read(ARGUMENTS)).toEqual({ action: 'publish', ...PUBLICATION })
  expect(read(NEW_PLAN)).toMatchObject({
    offer: 'staff',
    price: 3_000,
    credits: 0,
    trial: '0',
    nameZh: '員工通行證',
    descriptionEn: 'For staff',
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
  expect(() => read(args)).toThrow(UsageError)
})

test('publishes once, and tells in the audit log who did what and why', async () => {
  expect(await publishPlan(app, PUBLICATION)).toMatchObject({
    planVersionId: 'entertainment-pass.2',
    amountCents: 9_800,
  })
  expect(await refusedWith(publishPlan(app, PUBLICATION))).toContain('already on sale')
  await publishPlan(app, { ...PUBLICATION, price: undefined, nameEn: 'Harbour pass' })
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
  expect(await refusedWith(publishPlan(app, read(ARGUMENTS.with(1, 'unknown'))))).toContain('There is no plan')
  const incomplete = read(NEW_PLAN.slice(0, -6).concat(NEW_PLAN.slice(-4)))
  expect(await refusedWith(publishPlan(app, incomplete))).toContain('needs all of its terms')
  const plan = await publishPlan(app, read(NEW_PLAN))
  expect(formatVersion(plan, true)).toBe(
    `* bank-pass.1  staff · HK$30.00 · 0 credits · no free month · Staff pass · 員工通行證  ${app.clock
      .now()
      .toZonedDateTimeISO('Asia/Hong_Kong')
      .toPlainDate()
      .toString()} operator:ann`,
  )
})

test('only a plan for staff can be free', async () => {
  const free = read(ARGUMENTS.map((one) => (one === '98.00' ? '0' : one)))
  expect(await refusedWith(publishPlan(app, free))).toContain('Only a plan for staff')
  const ofStaff = read(NEW_PLAN.map((one) => (one === '30' ? '0' : one === 'bank-pass' ? 'club-pass' : one)))
  expect(await publishPlan(app, ofStaff)).toMatchObject({ planId: 'club-pass', amountCents: 0 })
})
