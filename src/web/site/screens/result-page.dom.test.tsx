import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paymentStatus } from '#contract/payments.ts'
import { queryAutoDebitTransaction } from '#contract/subscriptions.ts'
import { payments } from '#text/zh_HK/payments.ts'
import { plans } from '#text/zh_HK/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ResultPage } from './result-page.tsx'

const payment = {
  outTradeNo: 'HB1',
  status: 'paid',
  amount: 10_000,
  currency: 'HKD',
  provider: 'alipay',
  purpose: 'credits',
  purposeId: 'credits-100',
  createdAt: '2026-11-22T13:20:00Z',
  refunded: 0,
  item: '100 點',
  credits: 100,
}
const agreement = {
  outTradeNo: 'AG1',
  status: 'failed',
  failure: 'TRIAL_USED',
  amount: 0,
  currency: 'HKD',
  provider: 'alipay',
  planName: '娛樂通行證',
  isTrial: true,
  subscription: null,
}

const unknownOrder = (query: URLSearchParams) =>
  refusedRead(query.get('outTradeNo') === '!!' ? 'INVALID_INPUT' : 'NOT_FOUND')

/** The page of an address; the server knows one payment and one agreement. */
const renderPage = (query: string) =>
  renderWeb(<ResultPage />, {
    path: `/subscription-result?${query}`,
    reads: [
      [paymentStatus, (query) => (query.get('outTradeNo') === 'HB1' ? payment : unknownOrder(query))],
      [queryAutoDebitTransaction, (query) => (query.get('outTradeNo') === 'AG1' ? agreement : unknownOrder(query))],
    ],
  })

const PAYMENT = payments.result.paidTitle('100')
const AGREEMENT = plans.result.trialUsedText

test.each([
  ['outTradeNo=HB1', PAYMENT],
  ['type=alipay&outTradeNo=HB1', PAYMENT],
  ['type=agreement&outTradeNo=HB1', PAYMENT],
  ['outTradeNo=AG1', AGREEMENT],
  ['type=alipay&outTradeNo=AG1', AGREEMENT],
  ['type=paypal&outTradeNo=AG1', AGREEMENT],
  ['type=nonsense&outTradeNo=AG1', AGREEMENT],
  ['outTradeNo=HB2', payments.result.unknown],
  ['type=alipay&outTradeNo=HB2', payments.result.unknown],
  ['type=alipay', payments.result.unknown],
  ['', payments.result.unknown],
  ['outTradeNo=!!', payments.result.unknown],
  ['type=agreement&outTradeNo=!!', payments.result.unknown],
])('%s is what the server knows of it', async (query, shown) => {
  await renderPage(query)
  expect(await screen.findByText(shown)).toBeTruthy()
})

test.each([
  ['HB1', payments.result.heading],
  ['AG1', plans.result.heading],
])('%s: the screen shows what its result is of', async (outTradeNo, heading) => {
  await renderPage(`outTradeNo=${outTradeNo}`)
  const shown = await screen.findByRole('heading', { level: 1, name: heading })
  expect(shown.className).not.toContain('visually-hidden')
})

test.each(['outTradeNo=HB2', 'type=alipay&outTradeNo=HB2'])(
  '%s, which is unknown, is requested once',
  async (query) => {
    const requested = { payment: 0, agreement: 0 }
    const unknownTo = (place: keyof typeof requested) => () => {
      requested[place] += 1
      return refusedRead('NOT_FOUND')
    }
    await renderWeb(<ResultPage />, {
      path: `/subscription-result?${query}`,
      reads: [
        [paymentStatus, unknownTo('payment')],
        [queryAutoDebitTransaction, unknownTo('agreement')],
      ],
    })
    await screen.findByText(payments.result.unknown)
    // What is mounted now would have begun another request.
    await act(() => Promise.resolve())
    expect(requested).toEqual({ payment: 1, agreement: 1 })
  },
)
