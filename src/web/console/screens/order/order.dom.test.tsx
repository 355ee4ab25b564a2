import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { evidence, refund, show, tryRefund } from '#contract/admin/orders.ts'
import { consoleEvidence } from '#text/zh_HK/console-evidence.ts'
import { consoleOrder as text } from '#text/zh_HK/console-order.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import {
  ADMINISTRATOR,
  type Answers,
  type Received,
  renderConsole,
} from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const AT = '2026-11-20T12:14:40Z'
const ORDER = {
  outTradeNo: 'f00d',
  orderNumber: 'HB-261120-05AB',
  accountId: 'acc-1',
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
  gateway: null,
  providerReference: 'pm-77',
  paymentReference: 'tx-88',
  expiresAt: '2026-11-20T12:44:03Z',
  queryDueAt: null,
  receiptNumber: '20261120-F00D',
  secondOf: null,
}
const HOLD = {
  transferId: 9,
  at: AT,
  kind: 'hold',
  actor: 'operator:Ada Lam',
  entries: [
    { account: 'wallet', commodity: 'CREDIT', amount: -143, lotId: 4 },
    { account: 'refund_hold', commodity: 'CREDIT', amount: 143, lotId: null },
  ],
}
const SHOWN = {
  order: ORDER,
  evidence: [
    {
      at: AT,
      source: 'callback',
      event: 'covered',
      from: 'pending',
      to: 'paid',
      amountCents: 20_000,
      currency: 'HKD',
      reference: 'tx-88',
    },
  ],
  refunds: [],
  bookings: [
    {
      transferId: 1,
      at: AT,
      kind: 'payment',
      actor: 'system',
      entries: [
        { account: 'provider:payme', commodity: 'HKD_CENT', amount: 20_000, lotId: null },
        { account: 'payments_received', commodity: 'HKD_CENT', amount: -20_000, lotId: null },
      ],
    },
  ],
  waiting: [],
  maxCents: 14_300,
  stepCents: 1,
  isWholeOnly: false,
  limit: 'used',
  aloneCents: 20_000,
  isOwn: false,
}

const tried = (way: string) => (request: Received) => ({
  amountCents: request.input.amountCents,
  isWhole: false,
  bookings: [HOLD],
  way,
})

const render = (shown: object, answers: Answers = []) =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: ['finance'] },
    path: `/orders/${ORDER.orderNumber}`,
    answers: [[show, shown], [tryRefund, tried('alone')], ...answers],
  })

test('an order tells what happened in words, with who brought the news and to the second, and names no customer', async () => {
  const { callsOf } = await render(SHOWN)
  const timeline = within(await screen.findByRole('region', { name: text.timeline }))
  expect(timeline.getAllByRole('listitem')).toHaveLength(4)
  expect(timeline.getByText(text.events.covered)).toBeTruthy()
  expect(timeline.getByText(text.sources.callback)).toBeTruthy()
  expect(timeline.getAllByText(/20:14:40/).length).toBe(3)
  expect(timeline.getByText(/PayMe 應收 \+200\.00/)).toBeTruthy()
  expect(screen.getByText('acc-1')).toBeTruthy()
  expect(callsOf(show)[0]!.input).toMatchObject({ outTradeNo: ORDER.orderNumber })
})

const DISPUTED = {
  ...SHOWN,
  order: { ...ORDER, state: 'disputed', answerBy: '2026-12-04T04:00:00Z' },
  evidence: [{ ...SHOWN.evidence[0]!, event: 'disputeOpened', from: 'paid', to: 'disputed', amountCents: null }],
}

test('a disputed order says until when to answer, and has its evidence as a file: with a reason and a typed word', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user, callsOf } = await render(DISPUTED, [[evidence, { fileName: 'evidence-HB.html', html: '<p>' }]])
  expect(await screen.findByText(/12月4日 12:00/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: consoleEvidence.button }))
  const dialog = within(await screen.findByRole('dialog', { name: consoleEvidence.ask }))
  await user.type(dialog.getByLabelText(consoleShell.reason), '銀行要求')
  await user.type(dialog.getByLabelText(consoleShell.typeWord(consoleEvidence.word)), consoleEvidence.word)
  await user.click(dialog.getByRole('button', { name: consoleEvidence.button }))
  expect(await screen.findByText(consoleEvidence.done)).toBeTruthy()
  expect(callsOf(evidence)[0]!.input).toMatchObject({ outTradeNo: 'f00d', reason: '銀行要求' })
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})

test.each([
  [1, false],
  [-1, true],
])('a deadline in %d days: passed %s', async (days, isPassed) => {
  const answerBy = new Date(Date.now() + days * 86_400_000).toISOString()
  await render({ ...DISPUTED, order: { ...DISPUTED.order, answerBy } })
  await screen.findByText(consoleEvidence.deadline)
  expect(screen.queryByText(consoleEvidence.passed) !== null).toBe(isPassed)
})

test.each([
  ['without a dispute', SHOWN, ['finance']],
  ['of customer care', DISPUTED, ['care']],
  ['of one’s own account', { ...DISPUTED, isOwn: true }, ['finance']],
] as const)('no evidence is offered %s', async (_, shown, roles) => {
  await renderConsole({
    me: { ...ADMINISTRATOR, roles: [...roles] },
    path: `/orders/${ORDER.orderNumber}`,
    answers: [
      [show, shown],
      [tryRefund, tried('alone')],
    ],
  })
  await screen.findByRole('region', { name: text.timeline })
  expect(screen.queryByRole('button', { name: consoleEvidence.button })).toBeNull()
})

test('a refund shows the most that is possible and why not more, what is taken back, and asks why', async () => {
  const { user, callsOf } = await render(SHOWN, [[refund, { refundId: 'r1', amountCents: 10_000 }]])
  const amount = await screen.findByLabelText<HTMLInputElement>(text.refund.amount)
  expect(amount.value).toBe('143')
  expect(screen.getByText(text.refund.limits.used.credits)).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '100')
  await waitFor(() =>
    expect(callsOf(tryRefund).at(-1)!.input).toMatchObject({ outTradeNo: 'f00d', amountCents: 10_000 }),
  )
  const taken = within(await screen.findByRole('region', { name: text.refund.takes }))
  expect(taken.getByText(text.refund.credits('143'))).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: text.refund.submit('HK$100') }))
  const dialog = within(await screen.findByRole('dialog', { name: text.refund.confirmTitle('HK$100') }))
  expect(dialog.getByText(new RegExp(text.refund.credits('143')))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: text.refund.submit('HK$100') }))
  expect(callsOf(refund)).toHaveLength(0)
  await user.type(dialog.getByLabelText(consoleShell.reason), '重複增值')
  await user.click(dialog.getByRole('button', { name: text.refund.submit('HK$100') }))
  expect(await screen.findByText(text.refund.done('HK$100'))).toBeTruthy()
  expect(callsOf(refund)[0]!.input).toMatchObject({ outTradeNo: 'f00d', amountCents: 10_000, reason: '重複增值' })
})

test.each(['0', '143.01', 'abc', ''])('the amount %j is refused before anything is asked', async (typed) => {
  const { user } = await render(SHOWN)
  const amount = await screen.findByLabelText(text.refund.amount)
  await user.clear(amount)
  if (typed) await user.type(amount, typed)
  expect(await screen.findByText(text.refund.wrong('HK$143'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /退款 HK/ })).toBeNull()
})

test('above the limit finance asks for approval, and reads that it waits', async () => {
  const { user } = await render(SHOWN, [
    [tryRefund, tried('second')],
    [refund, { approvalId: 'ap-1' }],
  ])
  expect(await screen.findByText(text.refund.second)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.refund.request('HK$143') }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(consoleShell.reason), '重複增值')
  await user.click(dialog.getByRole('button', { name: text.refund.request('HK$143') }))
  expect(await screen.findByText(consoleShell.waits)).toBeTruthy()
})

test('above the limit care is told to ask finance', async () => {
  await render(SHOWN, [[tryRefund, tried('finance')]])
  expect(await screen.findByText(text.refund.finance)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text.refund.submit('HK$143') }).disabled).toBe(true)
})

test('what waits for a second person is above, and an order of one’s own account has no refund', async () => {
  const waiting = [
    {
      approvalId: 'ap-1',
      requester: 'Ben Ho',
      reason: '重複增值',
      askedAt: AT,
      expiresAt: '2026-11-23T12:14:40Z',
      amountCents: 50_000,
    },
  ]
  await render({ ...SHOWN, waiting, isOwn: true })
  const region = within(await screen.findByRole('region', { name: text.approval.title }))
  for (const shown of ['HK$500', '重複增值']) expect(region.getByText(shown)).toBeTruthy()
  expect(screen.getByText(text.own)).toBeTruthy()
  expect(screen.queryByLabelText(text.refund.amount)).toBeNull()
})

test('a refund that has ended says how, and an order that cannot be refunded says why', async () => {
  const refunds = [
    {
      refundId: 'r1',
      state: 'failed',
      amountCents: 5_000,
      currency: 'HKD',
      reason: 'x',
      actor: 'operator:Ada Lam',
      requestedAt: AT,
      askedAt: AT,
      finishedAt: AT,
      providerReference: null,
      problem: 'window closed',
      noteNumber: null,
    },
  ]
  await render({ ...SHOWN, refunds, maxCents: 0, limit: 'state' })
  expect(await screen.findByText(text.refundEnded.failed)).toBeTruthy()
  expect(screen.getByText(/window closed/)).toBeTruthy()
  expect(screen.getByText(text.refund.limits.state)).toBeTruthy()
})

test('an order that is unknown says so, and leads back', async () => {
  await render({ result: 'FAILED', errorCode: 'NOT_FOUND', message: 'no order' })
  expect(await screen.findByText(text.missing)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.toList }).getAttribute('href')).toBe('#/orders')
})
