import { giftCards, list, listUses, show, tryBatch } from '#contract/admin/codes.ts'
import { tryPublish, versions } from '#contract/admin/monthly-plans.ts'
import { checkCustomers, invoice, lists } from '#contract/admin/partners.ts'
import type { Page } from '../e2e/support/world.ts'
import { withAnswers } from './console-orders.ts'

/** Batches and gift cards as the pictures show them: the demo has few. */
const batch = (more: object) => ({
  batchId: '0v1p7xk2',
  kind: 'redeem',
  name: '冬日禮遇',
  grants: [{ kind: 'credits', amount: 50, expiresInDays: 365 }],
  usesPerCode: 1,
  newUsersOnly: false,
  partner: null,
  startsAt: '2026-11-30T16:00:00Z',
  expiresAt: '2027-02-28T16:00:00Z',
  state: 'open',
  voidedAt: null,
  madeAt: '2026-11-20T08:12:00Z',
  madeBy: 'operator:莫經理',
  wanted: 100_000,
  made: 100_000,
  uses: 0,
  voidedCodes: 0,
  worthCents: 500_000_000,
  file: 'ready',
  fileUntil: '2026-11-21T08:14:00Z',
  fetchedAt: null,
  isOwn: true,
  ...more,
})
const FETCHED = { file: 'fetched', fetchedAt: '2026-09-01T02:12:00Z' }

const page = (rows: readonly object[]) => ({ list: rows, next: null, total: rows.length, isMore: false })

const MAKING = batch({ state: 'making', made: 42_000, file: 'making', fileUntil: null })

const BATCHES = page([
  MAKING,
  batch({ batchId: 'b2', kind: 'promotion', name: '秋日推廣', uses: 76_482, wanted: 80_000, ...FETCHED }),
  batch({
    batchId: 'b3',
    kind: 'plan',
    name: '員工福利二季',
    grants: [{ kind: 'plan', planId: 'entertainment-pass', amount: 3 }],
    wanted: 1_200,
    uses: 1_044,
    ...FETCHED,
  }),
  batch({
    batchId: 'b4',
    kind: 'partner',
    partner: 'hgc',
    name: '影展合作',
    grants: [{ kind: 'ticket', amount: 1, expiresInDays: 90 }],
    wanted: 5_000,
    uses: 5_000,
    ...FETCHED,
  }),
  batch({
    batchId: 'b5',
    kind: 'sharing',
    name: '朋友分享',
    wanted: 1,
    usesPerCode: 60_000,
    uses: 22_310,
    file: 'none',
    expiresAt: null,
  }),
  batch({ batchId: 'b6', name: '新春利是', state: 'expired', wanted: 50_000, uses: 31_275, ...FETCHED }),
  batch({ batchId: 'b7', name: '街展贈券', state: 'voided', wanted: 3_000, uses: 412, ...FETCHED }),
])

const CARDS = page(
  (['unused', 'redeemed', 'expired', 'voided'] as const).map((state, n) => ({
    outTradeNo: `c${n}`,
    orderNumber: `HB-26112${n}-4K7Q`,
    grants:
      n % 2
        ? [{ kind: 'plan', planId: 'entertainment-pass', amount: 3 }]
        : [{ kind: 'credits', amount: 200, expiresInDays: 365 }],
    state,
    isRefunded: state === 'voided',
    paidCents: n % 2 ? 26_400 : 20_000,
    boughtAt: '2026-11-20T08:12:00Z',
    expiresAt: '2029-11-20T08:12:00Z',
    usedAt: state === 'redeemed' ? '2026-11-21T02:00:00Z' : null,
    resends: n,
  })),
)

const USES = page(
  Array.from({ length: 4 }, (_, n) => ({
    useId: `u${n}`,
    codeId: 88_120 + n,
    accountId: n === 3 ? null : `acc-19302${n}`,
    usedAt: `2026-11-20T0${n + 1}:20:00Z`,
    granted: [{ kind: 'credits', amount: 50, expiresAt: '2027-11-20T08:00:00Z' }],
  })),
)

const version = (number: number, more: object = {}) => ({
  planVersionId: `entertainment-pass.${number}`,
  planId: 'entertainment-pass',
  offer: 'standard',
  version: number,
  name: { zh_HK: '娛樂通行證', en_US: 'Entertainment pass' },
  description: { zh_HK: '通行證影片任睇', en_US: 'All titles of the pass' },
  amountCents: 8_800,
  currency: 'HKD',
  trialMonths: 1,
  creditsPerCycle: 60,
  publishedAt: '2026-10-30T02:12:00Z',
  publishedBy: 'operator:莫經理',
  startsAt: '2026-10-30T02:12:00Z',
  endsAt: null,
  state: 'past',
  subscribers: 0,
  trials: 0,
  ending: 0,
  ...more,
})

const PLANS = {
  list: [
    version(4, { state: 'planned', startsAt: '2026-12-31T16:00:00Z', amountCents: 9_800 }),
    version(3, { state: 'onSale', endsAt: '2026-12-31T16:00:00Z', amountCents: 6_800, subscribers: 312, trials: 290 }),
    version(2, { state: 'paused', subscribers: 8_412, trials: 204, ending: 61 }),
    version(1, { amountCents: 7_800, subscribers: 1_930, ending: 12 }),
    version(1, {
      planVersionId: 'bank-pass.1',
      planId: 'bank-pass',
      offer: 'staff',
      name: { zh_HK: '員工通行證', en_US: 'Staff pass' },
      state: 'onSale',
      amountCents: 0,
      trialMonths: 0,
      creditsPerCycle: 20,
      subscribers: 244,
    }),
  ],
}

const LISTS = {
  customers: [
    { partner: 'hgc', customers: 42_310, importedAt: '2026-11-02T03:00:00Z' },
    { partner: 'clp', customers: 18_020, importedAt: '2026-11-02T03:05:00Z' },
    { partner: 'suntel', customers: 0, importedAt: null },
    { partner: 'movie6', customers: 930, importedAt: '2026-09-14T08:00:00Z' },
  ],
  companies: [
    { company: 'harbour bank', numbers: 1_204, plans: 388, importedAt: '2026-11-02T03:00:00Z' },
    { company: '港島物業', numbers: 310, plans: 77, importedAt: '2026-08-20T03:00:00Z' },
  ],
}
const CHECKED = {
  before: 42_310,
  after: 42_288,
  added: 512,
  removed: 534,
  wrong: 2,
  problems: [
    { line: 18, text: '2123 4567,陳大文' },
    { line: 403, text: '九千一百' },
  ],
  repeated: 3,
  seen: 's',
}
const INVOICE = {
  list: [
    { partner: 'clp', kind: 'voucher', codes: 310, amount: 620 },
    { partner: 'hgc', kind: 'ticket', codes: 1_204, amount: 1_204 },
  ],
}

async function checkList(at: Page): Promise<void> {
  await withAnswers([lists, LISTS], [checkCustomers, CHECKED])(at)
  await at.locator('tbody button').first().click()
  const content = { name: 'hgc-november.csv', mimeType: 'text/csv', buffer: Buffer.from('61110001') }
  await at.getByRole('dialog').getByTestId('files').setInputFiles([content])
  await at.getByRole('dialog').locator('ol').waitFor()
}

async function changePlan(at: Page): Promise<void> {
  const changes = [{ name: 'amountCents', before: 8_800, after: 9_800 }]
  await withAnswers([versions, PLANS], [tryPublish, { changes, subscribers: 10_654 }])(at)
  await at.locator('section button').first().click()
  await at.getByRole('dialog').locator('ins').waitFor()
}

const atBatch =
  (shown: object, uses: object) =>
  async (at: Page): Promise<void> => {
    await withAnswers([show, shown], [listUses, uses], [versions, PLANS])(at)
    await at.goto(`${at.url().split('#')[0]}#/codes/0v1p7xk2`)
    await at.getByRole('region').first().waitFor()
  }

export const CODE_VIEWS = [
  { name: 'console-codes', address: '/codes', act: withAnswers([list, BATCHES], [versions, PLANS]) },
  { name: 'console-gift-cards', address: '/codes?view=cards', act: withAnswers([giftCards, CARDS], [versions, PLANS]) },
  {
    name: 'console-new-batch',
    address: '/codes/new',
    act: withAnswers([tryBatch, { worthCents: 1_050_000, way: 'second' }], [versions, PLANS]),
  },
  { name: 'console-plans', address: '/plans', act: withAnswers([versions, PLANS]) },
  { name: 'console-plan-version', address: '/plans', act: changePlan },
  { name: 'console-partners', address: '/partners', act: withAnswers([lists, LISTS]) },
  { name: 'console-partner-list', address: '/partners', act: checkList },
  { name: 'console-staff', address: '/partners?view=staff', act: withAnswers([lists, LISTS]) },
  {
    name: 'console-invoice',
    address: '/partners?view=invoice&month=2026-11',
    act: withAnswers([invoice, INVOICE]),
  },
  { name: 'console-batch', address: '/codes', act: atBatch(batch({ uses: 4 }), USES) },
  { name: 'console-batch-making', address: '/codes', act: atBatch(MAKING, page([])) },
] as const
