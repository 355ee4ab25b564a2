import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { order } from '#contract/playback.ts'
import { paymentPacks, paymentStatus, savePaymentRecord, setupPaypal } from '#contract/payments.ts'
import { privateCinemaList } from '#contract/private-cinema.ts'
import { revampDetail } from '#contract/programs.ts'
import { payments as text } from '#text/zh_HK/payments.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { programOnSale, refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { TopUpScreen } from './top-up-screen.tsx'

const PACKS = [50, 100].map((credits) => ({
  packId: `credits-${credits}`,
  credits,
  amount: credits * 100,
  currency: 'HKD',
  expiresInMonths: 12,
  providers: ['paypal', 'alipay'],
}))
const expiresAt = new Date(Date.now() + 300_000).toISOString()
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

const payment = (status: string) => ({
  outTradeNo: 'HB1',
  orderNumber: 'HB-261122-4K7Q',
  status,
  amount: 10_000,
  currency: 'HKD',
  provider: 'alipay',
  purpose: 'credits',
  purposeId: 'credits-100',
  createdAt: '2026-11-22T13:20:00Z',
  refunded: 0,
})

function renderScreen(
  started: object,
  {
    path = '/paypiont',
    packs = PACKS,
    partner = 'anyplex',
    status = 'pending',
    slots = [],
  }: { path?: string; packs?: object[]; partner?: string; status?: string; slots?: object[] } = {},
) {
  return renderWeb(<TopUpScreen />, {
    path,
    reads: [
      [paymentPacks, { list: packs }],
      [userProfile, accountOf(partner)],
      [paymentStatus, payment(status)],
      [revampDetail, { program: programOnSale() }],
      [privateCinemaList, { list: slots }],
      [order, refusedRead('INSUFFICIENT_CREDITS', { needed: 29, owned: 9 })],
    ],
    answer: (endpoint) => (endpoint === setupPaypal ? started : { result: 'SUCCESS', status: 'pending' }),
  })
}

const pay = () => screen.getByRole('button', { name: new RegExp(`^${text.topUp.pay}`, 'u') })

test('a payment is started with the amount that is shown, and the browser leaves for the provider’s page', async () => {
  const { user, call } = await renderScreen({
    result: 'SUCCESS',
    outTradeNo: 'HB1',
    status: 'pending',
    nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt },
  })
  await user.click(await screen.findByRole('radio', { name: /^100/u }))
  expect(pay().textContent).toContain('HK$100')
  await user.click(pay())
  expect(call.mock.calls).toEqual([
    [
      setupPaypal,
      {
        amount: 10_000,
        provider: 'alipay',
        purpose: 'credits',
        purposeId: 'credits-100',
        continueURL: 'https://harbour.example/#/paypiont?return=1',
        cancelURL: 'https://harbour.example/#/paypiont?return=1',
        terminal: 'web',
      },
    ],
  ])
  expect(assign.mock.calls).toEqual([['https://pay.example/1']])
  expect(pay().getAttribute('aria-busy')).toBe('true')
})

test('the kind that members here have is chosen at first, and the choice is repeated only by the button', async () => {
  await renderScreen({})
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: text.providers.alipay })).checked).toBe(true)
  expect(screen.getAllByText(/HK\$50/u).map((shown) => shown.closest('label, button')?.tagName)).toEqual([
    'LABEL',
    'BUTTON',
  ])
})

test('the pack of the address is chosen, and what is missing for its title is said', async () => {
  await renderScreen({}, { path: '/paypiont?packId=credits-100&for=pier' })
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^100/u })).checked).toBe(true)
  expect(await screen.findByText(text.topUp.forTitle('十三號碼頭', '20'))).toBeTruthy()
})

test('a payment that does not start is said in SPEC 8’s sentence', async () => {
  const { user } = await renderScreen({
    result: 'FAILED',
    errorCode: 'PAYMENT_NOT_STARTED',
    message: text.topUp.notStarted,
  })
  await screen.findAllByRole('radio')
  await user.click(pay())
  expect(screen.getByRole('alert').textContent).toBe(text.topUp.notStarted)
  expect(assign).not.toHaveBeenCalled()
})

test('a QR code is shown with its amount and order; the status can be checked; an end leads on', async () => {
  const { user, call, at } = await renderScreen({
    result: 'SUCCESS',
    outTradeNo: 'HB1',
    status: 'pending',
    nextAction: { type: 'qr', url: 'https://pay.example/1', qrText: 'https://qr.example/1', expiresAt },
  })
  await user.click(await screen.findByRole('radio', { name: text.providers.alipay }))
  await user.click(pay())
  const dialog = within(await screen.findByRole('dialog', { name: text.qr.title(text.providers.alipay) }))
  expect(dialog.getByRole('img', { name: text.qr.image(text.providers.alipay) })).toBeTruthy()
  expect(dialog.getByText('HK$50')).toBeTruthy()
  expect(await dialog.findByText('HB-261122-4K7Q')).toBeTruthy()
  expect(dialog.queryByText('HB1')).toBeNull()
  await user.click(dialog.getByRole('button', { name: text.qr.check }))
  expect(call.mock.calls.at(-1)).toEqual([savePaymentRecord, { outTradeNo: 'HB1' }])
  expect(at.current).toBe('/paypiont')
})

test.each([
  ['a title', 'for=pier', 'for=pier'],
  ['a screening', 'slot=premiere', 'slot=premiere'],
])('a QR code that is paid keeps what the credits are for: %s', async (_, query, kept) => {
  const { user, at } = await renderScreen(
    {
      result: 'SUCCESS',
      outTradeNo: 'HB1',
      status: 'pending',
      nextAction: { type: 'qr', url: '', qrText: 'https://qr.example/1', expiresAt },
    },
    { path: `/paypiont?${query}`, status: 'paid' },
  )
  await screen.findAllByRole('radio')
  await user.click(pay())
  await waitFor(() => expect(at.current).toBe(`/subscription-result?outTradeNo=HB1&${kept}`))
})

test.each([
  [true, 'http://127.0.0.1:4000/antom/scan?id=1'],
  [undefined, undefined],
])('a QR code links its page only where the server says that it is the sandbox’s: %s', async (sandbox, href) => {
  const { user } = await renderScreen({
    result: 'SUCCESS',
    outTradeNo: 'HB1',
    status: 'pending',
    nextAction: { type: 'qr', url: '', qrText: 'http://127.0.0.1:4000/antom/scan?id=1', sandbox, expiresAt },
  })
  await user.click(await screen.findByRole('radio', { name: text.providers.alipay }))
  await user.click(pay())
  const dialog = within(await screen.findByRole('dialog', { name: text.qr.title(text.providers.alipay) }))
  const link = dialog.queryByRole('link', { name: text.qr.sandbox })
  expect(link?.getAttribute('href') ?? undefined).toBe(href)
})

test('an order that turned out to be paid leads to its result', async () => {
  const { user, at } = await renderScreen({ result: 'SUCCESS', outTradeNo: 'HB1', status: 'paid' })
  await screen.findAllByRole('radio')
  await user.click(pay())
  await waitFor(() => expect(at.current).toBe('/subscription-result?outTradeNo=HB1'))
})

test('the return from a provider shows the result of the order that this tab has started', async () => {
  rememberPayment({ outTradeNo: 'HB1', programId: 'pier' })
  const { at } = await renderScreen({}, { path: '/paypiont?return=1' })
  expect(at.current).toBe('/subscription-result?outTradeNo=HB1&for=pier')
})

test('the return in a new tab, as a provider’s app opens it, shows the result of the order too', async () => {
  rememberPayment({ outTradeNo: 'HB1', slotId: 'premiere' })
  sessionStorage.clear()
  const { at } = await renderScreen({}, { path: '/paypiont?return=1' })
  expect(at.current).toBe('/subscription-result?outTradeNo=HB1&slot=premiere')
})

test('a tab returns to its own payment, not to one that another tab has started since', async () => {
  rememberPayment({ outTradeNo: 'HB1' })
  const own = sessionStorage.getItem('harbour.payment')!
  rememberPayment({ outTradeNo: 'HB2' })
  sessionStorage.setItem('harbour.payment', own)
  const { at } = await renderScreen({}, { path: '/paypiont?return=1' })
  expect(at.current).toBe('/subscription-result?outTradeNo=HB1')
})

test('for a screening it says how many credits are missing, and chooses the smallest pack that suffices', async () => {
  logInMember()
  const slot = { slotId: 'premiere', program: programOnSale(), credits: 120 }
  await renderScreen({}, { path: '/paypiont?slot=premiere', slots: [slot] })
  expect(await screen.findByText(text.topUp.forScreening(programOnSale().title, '60'))).toBeTruthy()
  expect(screen.getByRole('radio', { name: /100/u })).toHaveProperty('checked', true)
})

test('a return without an order is the top-up', async () => {
  const { at } = await renderScreen({}, { path: '/paypiont?return=1' })
  await screen.findAllByRole('radio')
  expect(at.current).toBe('/paypiont?return=1')
})

test('without a configured kind of payment nothing is sold', async () => {
  await renderScreen({}, { packs: PACKS.map((pack) => ({ ...pack, providers: [] })) })
  await screen.findByText(text.topUp.empty)
  await act(async () => {})
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a telecom partner’s member, to whom no credits are sold, reads why, and is led to the vouchers', async () => {
  logInMember('hgc')
  await renderScreen({}, { packs: [], partner: 'hgc' })
  expect(await screen.findByText(text.topUp.telecom)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.topUp.toAccount }).getAttribute('href')).toBe('#/setup')
  expect([screen.queryByText(text.topUp.empty), screen.queryByText(text.topUp.text)]).toEqual([null, null])
})
