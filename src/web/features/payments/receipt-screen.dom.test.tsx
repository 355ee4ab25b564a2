import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paymentList, paymentReceipt } from '#contract/payments.ts'
import { payments, receipts as zh } from '#text/zh_HK/payments.ts'
import { receipts as en } from '#text/en_US/payments.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PaymentListScreen } from './payment-list-screen.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'

const receipt = {
  receiptNumber: 'R-2026-000017',
  outTradeNo: 'HB1',
  orderNumber: 'HB-261122-4K7Q',
  issuedAt: '2026-11-22T13:20:00Z',
  seller: 'Harbour',
  item: '增值 100 點',
  amount: 10_000,
  currency: 'HKD',
  provider: 'octopus',
  providerReference: 'PX-9',
  refunds: [{ noteNumber: 'N-1', amount: 2_550, at: '2026-11-23T13:20:00Z' }],
}
const renderReceipt = (answer: object | Promise<object> = receipt) =>
  renderWeb(<ReceiptScreen />, { path: '/setup/receipt?outTradeNo=HB1', reads: [[paymentReceipt, answer]] })

test('a receipt is in both languages, with its refund notes', async () => {
  await renderReceipt()
  const paper = await screen.findByRole('article')
  for (const label of [zh.number, en.number, zh.provider, en.provider, zh.refunds, en.refunds])
    expect(paper.textContent).toContain(label)
  for (const value of ['R-2026-000017', 'HB-261122-4K7Q', 'PX-9', 'HK$100', '八達通', 'Octopus', 'N-1', 'HK$25.50'])
    expect(paper.textContent).toContain(value)
  expect(paper.textContent).toContain('2026年11月22日')
  expect(paper.textContent).toContain('22\u00a0November\u00a02026')
  // One language below the other: two times do not run into each other.
  const english = screen.getByText('22 November 2026, 21:20')
  expect(english.previousElementSibling?.tagName).toBe('BR')
})

test('a receipt that has the number of its order tells it once', async () => {
  await renderReceipt({ ...receipt, receiptNumber: receipt.orderNumber })
  const paper = await screen.findByRole('article')
  expect(paper.textContent.split(receipt.orderNumber)).toHaveLength(2)
  for (const label of [zh.numbers, en.numbers]) expect(paper.textContent).toContain(label)
})

test('a refund that has to be claimed has its link; one that returned has none', async () => {
  const claimURL = 'https://btcpay.example/pull-payments/1'
  const { unmount } = await renderReceipt({
    ...receipt,
    refunds: [],
    openRefund: { state: 'awaiting_claim', amount: 2_550, claimURL },
  })
  const link = await screen.findByRole('link', { name: zh.claim })
  expect(link.getAttribute('href')).toBe(claimURL)
  const paper = screen.getByRole('article').textContent
  for (const said of ['HK$25.50', zh.openRefund.awaiting_claim, en.openRefund.awaiting_claim])
    expect(paper).toContain(said)
  unmount()
  await renderReceipt({ ...receipt, refunds: [], openRefund: { state: 'returned', amount: 2_550 } })
  expect((await screen.findByRole('article')).textContent).toContain(zh.openRefund.returned)
  expect(screen.queryByRole('link', { name: zh.claim })).toBeNull()
})

test('a refund that is on its way stands with those before it', async () => {
  await renderReceipt({ ...receipt, openRefund: { state: 'pending', amount: 1_000 } })
  expect((await screen.findByRole('article')).textContent).toContain(`HK$10${zh.openRefund.pending}`)
  expect(screen.getAllByRole('heading', { name: `${zh.refunds} ${en.refunds}` })).toHaveLength(1)
})

test('a receipt can be printed', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await renderReceipt()
  await user.click(await screen.findByRole('button', { name: zh.print }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test.each(['NOT_FOUND', 'INVALID_INPUT'])('an order without a receipt says so: %s', async (errorCode) => {
  await renderReceipt(refusedRead(errorCode))
  expect(await screen.findByText(zh.unknown)).toBeTruthy()
})

test('each payment of the list has its receipt', async () => {
  const payment = {
    ...receipt,
    status: 'paid',
    purpose: 'credits',
    purposeId: 'credits-100',
    createdAt: receipt.issuedAt,
  }
  await renderWeb(<PaymentListScreen />, {
    reads: [[paymentList, { list: [{ ...payment, refunded: 0 }], page: 1, pageSize: 20, total: 1 }]],
  })
  expect(await screen.findByText('增值 100 點')).toBeTruthy()
  const way = screen.getByRole('link', { name: payments.list.receiptOf('R-2026-000017') })
  expect(way.getAttribute('href')).toBe('#/setup/receipt?outTradeNo=HB1')
  expect(screen.getByText('HB-261122-4K7Q')).toBeTruthy()
  screen.getByRole('button', { name: `${payments.copy.label} HB-261122-4K7Q` }).click()
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('HB-261122-4K7Q'))
})

test.each(['pending', 'awaiting_claim', 'returned'] as const)(
  'the list says of a refund that it is %s',
  async (openRefund) => {
    const payment = {
      ...receipt,
      status: 'paid',
      purpose: 'credits',
      purposeId: 'credits-100',
      refunded: 0,
      openRefund,
    }
    await renderWeb(<PaymentListScreen />, {
      reads: [[paymentList, { list: [{ ...payment, createdAt: receipt.issuedAt }], page: 1, pageSize: 20, total: 1 }]],
    })
    expect(await screen.findByText(payments.list.openRefund[openRefund])).toBeTruthy()
  },
)

test('the list says how much of a payment was returned', async () => {
  const payment = { ...receipt, status: 'paid', purpose: 'credits', purposeId: 'credits-100', refunded: 2_550 }
  await renderWeb(<PaymentListScreen />, {
    reads: [[paymentList, { list: [{ ...payment, createdAt: receipt.issuedAt }], page: 1, pageSize: 20, total: 1 }]],
  })
  expect(await screen.findByText(payments.list.partRefunded('HK$25.50'))).toBeTruthy()
})

test('without a payment the list says so', async () => {
  await renderWeb(<PaymentListScreen />, { reads: [[paymentList, { list: [], page: 1, pageSize: 20, total: 0 }]] })
  expect(await screen.findByText(payments.list.empty)).toBeTruthy()
})
