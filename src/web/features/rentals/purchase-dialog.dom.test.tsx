import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { order } from '#contract/orders.ts'
import { paymentPacks } from '#contract/payments.ts'
import { revampDetail } from '#contract/programs.ts'
import { payPlay } from '#contract/rentals.ts'
import { rentals as text } from '#text/zh_HK/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { programOnSale, quoteFor, refusedRead } from '../../../../test/support/rentals-web.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'

const PACKS = [50, 100, 200].map((credits) => ({
  packId: `credits-${credits}`,
  credits,
  amount: credits * 100,
  currency: 'HKD',
  expiresInMonths: 12,
  providers: ['paypal'],
}))

interface Given {
  orderAnswer?: object | Promise<object>
  program?: ReturnType<typeof programOnSale>
  packs?: object
  answer?: (endpoint: object, input: unknown) => object
}

async function renderDialog({ orderAnswer = quoteFor(), program = programOnSale(), packs, answer }: Given = {}) {
  const onBought = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const view = await renderWeb(<PurchaseDialog programId="pier" onBought={onBought} onClose={onClose} />, {
    reads: [
      [revampDetail, { program }],
      [order, orderAnswer],
      [paymentPacks, packs ?? { list: PACKS }],
    ],
    ...(answer ? { answer } : {}),
  })
  return { ...view, onBought, onClose }
}

const ASKED = text.confirmTitle('十三號碼頭')
const confirm = () => screen.getByRole('button', { name: new RegExp(text.confirm, 'u') })

test('the dialog says price, bucket, what is left and until when, and charges that', async () => {
  const { user, call, onBought } = await renderDialog()
  const dialog = await screen.findByRole('dialog', { name: ASKED })
  const shown = within(dialog)
  expect(shown.getByText(text.buckets.monthly)).toBeTruthy()
  expect(shown.getByText(text.takenLabel('29'))).toBeTruthy()
  expect(shown.getByText(text.owned('60'))).toBeTruthy()
  expect(shown.getByText(text.left('31'))).toBeTruthy()
  expect(dialog.textContent).toContain(text.refund)
  expect(call).not.toHaveBeenCalled()
  await user.click(confirm())
  expect(call.mock.calls).toEqual([
    [payPlay, { programId: 'pier', programGuid: 'pier', payment: 29, resourceId: 'signed-quote' }],
  ])
  expect(onBought).toHaveBeenCalledOnce()
})

test('a double click charges once', async () => {
  const paying = Promise.withResolvers<object>()
  const { user, call, onBought } = await renderDialog({ answer: () => paying.promise })
  await screen.findByRole('dialog', { name: ASKED })
  await user.dblClick(confirm())
  await act(async () => paying.resolve({ result: 'SUCCESS' }))
  expect(call).toHaveBeenCalledOnce()
  expect(onBought).toHaveBeenCalledOnce()
})

test('while money moves the dialog cannot be closed', async () => {
  const paying = Promise.withResolvers<object>()
  const { user, onClose } = await renderDialog({ answer: () => paying.promise })
  await screen.findByRole('dialog', { name: ASKED })
  await user.click(confirm())
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: text.close })).toBeNull()
  await act(async () => paying.resolve({ result: 'FAILED', errorCode: 'UNAVAILABLE', message: '稍後再試' }))
  expect(screen.getByText('稍後再試')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('an outdated quote is not charged again by itself: the new one has to be confirmed', async () => {
  const { user, call, onBought } = await renderDialog({
    answer: () => ({ result: 'FAILED', errorCode: 'QUOTE_EXPIRED', message: 'old' }),
  })
  await screen.findByRole('dialog', { name: ASKED })
  await user.click(confirm())
  await screen.findByText(text.quoteChanged)
  expect(call).toHaveBeenCalledOnce()
  expect(onBought).not.toHaveBeenCalled()
  expect(confirm()).toBeTruthy()
})

test('a title that can be played already is not asked about', async () => {
  const { onBought, call } = await renderDialog({
    orderAnswer: { redirectURL: '/v/g/a/master.m3u8', expiresAt: '2026-11-22T19:20:00Z', subtitles: [] },
  })
  await waitFor(() => expect(onBought).toHaveBeenCalledOnce())
  expect(call).not.toHaveBeenCalled()
})

test('too few credits: the sentences of SPEC 8, and only the packs that suffice', async () => {
  const { user, onClose } = await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 96, owned: 26 }),
  })
  const dialog = await screen.findByRole('dialog', { name: text.missingTitle('70') })
  expect(await within(dialog).findByText(text.recharge)).toBeTruthy()
  expect(dialog.textContent).toContain(text.notEnough)
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => (radio as HTMLInputElement).value),
  ).toEqual(['credits-100', 'credits-200'])
  const way = within(dialog).getByRole('link', { name: new RegExp(text.topUp('100'), 'u') })
  expect(way.getAttribute('href')).toBe('#/paypiont?packId=credits-100&for=pier')
  await user.click(within(dialog).getAllByRole('radio')[1]!)
  expect(
    within(dialog)
      .getByRole('link', { name: new RegExp(text.topUp('200'), 'u') })
      .getAttribute('href'),
  ).toBe('#/paypiont?packId=credits-200&for=pier')
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})

test('where nothing is sold, no top-up is offered', async () => {
  await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }),
    packs: { list: PACKS.map((pack) => ({ ...pack, providers: [] })) },
  })
  await screen.findByText(text.topUpNone)
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a refusal shows the server’s sentence, without another try', async () => {
  await renderDialog({ orderAnswer: refusedRead('403') })
  await screen.findByText('server: 403')
  expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
})

test('an order without an answer can be requested again', async () => {
  await renderDialog({ orderAnswer: refusedRead('UNAVAILABLE') })
  await screen.findByRole('dialog', { name: text.failed })
  expect(screen.getByRole('button', { name: text.retry })).toBeTruthy()
})

test('less time than the film takes is said before it is bought', async () => {
  const rentedUntil = new Date(Date.now() + 3_600_000).toISOString()
  await renderDialog({ orderAnswer: quoteFor({ rentedUntil }) })
  const dialog = await screen.findByRole('dialog', { name: ASKED })
  expect(dialog.textContent).toContain(text.lacksTime('59 分鐘', '1 小時 40 分'))
  expect(dialog.textContent).not.toContain('不限次數')
})

test('two buckets have a line each, in the order of spending', async () => {
  const from = [
    { bucket: 'monthly' as const, credits: 20 },
    { bucket: 'recharged' as const, credits: 9 },
  ]
  await renderDialog({ orderAnswer: quoteFor({ credits: { owned: 60, left: 31, from } }) })
  const dialog = await screen.findByRole('dialog', { name: ASKED })
  expect(
    within(dialog)
      .getAllByText(/點數$/u)
      .map(({ textContent }) => textContent),
  ).toEqual([text.buckets.monthly, text.buckets.recharged])
})
