import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paymentList, paymentReceipt } from '#contract/payments.ts'
import { payments } from '#text/zh_HK/payments-web.ts'
import { receipts as en } from '#text/en_US/receipts.ts'
import { receipts as zh } from '#text/zh_HK/receipts.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PaymentListScreen } from './payment-list-screen.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'

const receipt = {
  receiptNumber: 'R-2026-000017',
  outTradeNo: 'HB1',
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
  for (const value of ['R-2026-000017', 'HB1', 'PX-9', 'HK$100', '八達通', 'Octopus', 'N-1', 'HK$25.50'])
    expect(paper.textContent).toContain(value)
  expect(paper.textContent).toContain('2026年11月22日')
  expect(paper.textContent).toContain('22 November 2026')
})

test('it can be printed', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await renderReceipt()
  await user.click(await screen.findByRole('button', { name: zh.print }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('an order without a receipt says so', async () => {
  await renderReceipt(refusedRead('NOT_FOUND'))
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
})

test('without a payment the list says so', async () => {
  await renderWeb(<PaymentListScreen />, { reads: [[paymentList, { list: [], page: 1, pageSize: 20, total: 0 }]] })
  expect(await screen.findByText(payments.list.empty)).toBeTruthy()
})
