import { list as listOrders, show, tryRefund } from '#contract/admin/orders.ts'
import { cases } from '#contract/admin/payments.ts'
import { list as listEvents } from '#contract/admin/webhooks.ts'
import { settled } from '../e2e/support/pictures.ts'
import type { Page } from '../e2e/support/world.ts'
import { type Answers, answerCalls } from './answers.ts'

/** Orders and payment cases as the pictures show them: the demo has none. */
const AT = '2026-11-20T12:14:40Z'

const order = (more: object) => ({
  outTradeNo: 'c31fd29a46b07e88',
  orderNumber: 'HB-261120-05AB',
  accountId: 'acc-193025',
  state: 'paid',
  kind: 'credits',
  provider: 'payme',
  isSandbox: false,
  item: '200 點',
  amountCents: 20_000,
  currency: 'HKD',
  paidCents: 20_000,
  paidCurrency: 'HKD',
  refundedCents: 0,
  createdAt: '2026-11-20T12:14:03Z',
  paidAt: AT,
  deliveredAt: AT,
  undeliverable: null,
  answerBy: null,
  ...more,
})

const page = (list: readonly object[]) => ({ list, next: null, total: list.length, isMore: false })

const ORDERS = page([
  order({}),
  order({
    outTradeNo: 'b2',
    orderNumber: 'HB-261120-04C7',
    kind: 'renewal',
    item: '全娛樂通行證，一個月',
    amountCents: 8_800,
    provider: 'alipay',
  }),
  order({
    outTradeNo: 'b3',
    orderNumber: 'HB-261119-0K2M',
    state: 'part_refunded',
    refundedCents: 5_000,
    provider: 'octopus',
  }),
  order({
    outTradeNo: 'b4',
    orderNumber: 'HB-261119-0J8T',
    state: 'expired',
    paidAt: null,
    deliveredAt: null,
    paidCents: null,
  }),
  order({ outTradeNo: 'b5', orderNumber: 'HB-261118-1QZ4', state: 'review', deliveredAt: null, amountCents: 50_000 }),
  order({
    outTradeNo: 'b6',
    orderNumber: 'HB-261117-7XW1',
    state: 'disputed',
    kind: 'sale',
    item: '《黃昏渡輪》（DVD）',
    amountCents: 12_800,
    provider: 'paypal',
  }),
  order({
    outTradeNo: 'b7',
    orderNumber: 'HB-261116-2N5R',
    state: 'refunding',
    kind: 'giftcard',
    item: '禮品卡，100 點',
    amountCents: 10_000,
    provider: 'wechat',
    accountId: null,
  }),
])

const money = (account: string, amount: number) => ({ account, commodity: 'HKD_CENT', amount, lotId: null })
const credits = (account: string, amount: number) => ({ account, commodity: 'CREDIT', amount, lotId: null })

const SHOWN_ORDER = {
  order: {
    ...order({}),
    gateway: null,
    providerReference: 'pr-8f2c77',
    paymentReference: '4b1e9a02',
    expiresAt: '2026-11-20T12:44:03Z',
    queryDueAt: null,
    receiptNumber: '20261120-C31FD29A46B0',
    secondOf: null,
  },
  evidence: [
    {
      at: '2026-11-20T12:14:05Z',
      source: 'create',
      event: 'accepted',
      from: 'created',
      to: 'pending',
      amountCents: null,
      currency: null,
      reference: null,
    },
    {
      at: AT,
      source: 'callback',
      event: 'covered',
      from: 'pending',
      to: 'paid',
      amountCents: 20_000,
      currency: 'HKD',
      reference: '4b1e9a02',
    },
  ],
  refunds: [],
  bookings: [
    {
      transferId: 7_720_514,
      at: AT,
      kind: 'payment',
      actor: 'system',
      entries: [money('provider:payme', 20_000), money('payments_received', -20_000)],
    },
    {
      transferId: 7_720_515,
      at: AT,
      kind: 'topup',
      actor: 'member',
      entries: [
        credits('wallet', 200),
        credits('credit_issued', -200),
        money('payments_received', 20_000),
        money('deferred_credits', -20_000),
      ],
    },
  ],
  waiting: [
    {
      approvalId: 'ap-1',
      requester: 'Ada Lam',
      reason: '重複增值，個案 C-20431',
      askedAt: '2026-11-21T08:36:00Z',
      expiresAt: '2026-11-24T08:36:00Z',
      amountCents: 14_300,
    },
  ],
  maxCents: 14_300,
  stepCents: 1,
  isWholeOnly: false,
  limit: 'used',
  aloneCents: 20_000,
  isOwn: false,
}

const TRIED_REFUND = {
  amountCents: 14_300,
  isWhole: false,
  way: 'second',
  bookings: [
    {
      transferId: 7_731_002,
      at: AT,
      kind: 'hold',
      actor: 'operator:Ada Lam',
      entries: [
        credits('wallet', -143),
        credits('refund_hold', 143),
        money('deferred_credits', 14_300),
        money('refund_hold', -14_300),
      ],
    },
  ],
}

const aCase = (caseId: string, more: object) => ({
  caseId,
  cause: 'review',
  outTradeNo: 'b5',
  orderNumber: 'HB-261118-1QZ4',
  amountCents: 49_000,
  currency: 'HKD',
  problem: null,
  at: '2026-11-18T03:20:00Z',
  answerBy: null,
  action: 'accept',
  reference: null,
  ...more,
})

const CASES = page([
  aCase('1', {}),
  aCase('2', {
    cause: 'disputed',
    orderNumber: 'HB-261117-7XW1',
    amountCents: 12_800,
    action: null,
    answerBy: '2026-11-27T03:20:00Z',
  }),
  aCase('3', {
    cause: 'refund in doubt',
    orderNumber: 'HB-261116-2N5R',
    amountCents: 10_000,
    action: 'settleRefund',
    problem: 'two refunds of this sum',
  }),
  aCase('4', {
    cause: 'unknown payment',
    orderNumber: null,
    outTradeNo: '9f00c2',
    amountCents: 8_800,
    action: 'dismiss',
    reference: 'PAYID-77',
    problem: 'PAYID-77',
  }),
])

const event = (eventId: string, more: object) => ({
  eventId,
  provider: 'paypal',
  state: 'failed',
  attempts: 8,
  problem: 'TypeError',
  receivedAt: '2026-11-20T02:10:00Z',
  dueAt: null,
  processedAt: null,
  hasBody: true,
  ...more,
})

const EVENTS = page([
  event('01JD1', {}),
  event('01JD2', { provider: 'payme', state: 'waiting', attempts: 2, dueAt: '2026-11-21T09:00:00Z' }),
  event('01JD3', {
    provider: 'alipay',
    state: 'processed',
    attempts: 1,
    problem: null,
    processedAt: '2026-11-20T02:10:01Z',
  }),
])

/** Answered with what is given, and read again. */
export const withAnswers =
  (...answers: Answers) =>
  async (page: Page): Promise<void> => {
    await answerCalls(page, answers)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await settled(page)
    await page.locator('main h1').waitFor()
  }

const ORDER_ADDRESS = `/orders/${SHOWN_ORDER.order.orderNumber}`

export const ORDER_VIEWS = [
  { name: 'console-orders', address: '/orders', act: withAnswers([listOrders, ORDERS]) },
  {
    name: 'console-order',
    address: '/orders',
    act: async (page: Page) => {
      await withAnswers([show, SHOWN_ORDER], [tryRefund, TRIED_REFUND])(page)
      await page.goto(`${page.url().split('#')[0]}#${ORDER_ADDRESS}`)
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'console-order-refund',
    address: '/orders',
    act: async (page: Page) => {
      await withAnswers([show, { ...SHOWN_ORDER, waiting: [] }], [tryRefund, { ...TRIED_REFUND, way: 'alone' }])(page)
      await page.goto(`${page.url().split('#')[0]}#${ORDER_ADDRESS}`)
      await page.locator('main table + p + div button').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'console-payments',
    address: '/payments',
    act: async (page: Page) => {
      await withAnswers([cases, CASES])(page)
      await page.locator('[data-row]').first().click()
    },
  },
  {
    name: 'console-callbacks',
    address: '/payments?view=callbacks',
    act: async (page: Page) => {
      await withAnswers([listEvents, EVENTS])(page)
      await page.locator('[data-row]').first().click()
    },
  },
] as const
