import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PaymentKind, PAYMENT_KINDS, paymentPacks, paymentStatus } from '#contract/payments.ts'
import { offeredBeside } from '#web/viewer/payments/offered-kinds.rules.ts'
import type { Language } from '#contract/languages.ts'
import { payments as english } from '#text/en_US/payments.ts'
import { payments as chinese } from '#text/zh_HK/payments.ts'
import { TopUpScreen } from '#web/features/payments/top-up-screen.tsx'
import { renderWeb } from './render-web.tsx'

const expiresAt = new Date(Date.now() + 300_000).toISOString()

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Phone) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'
const onPhone = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(PHONE)

interface Given {
  kind?: PaymentKind
  nextAction?: object
  language?: 'zh_HK' | 'en_US'
}

/** Starts a payment by a kind. */
async function start({ kind = 'wechat', nextAction, language = 'zh_HK' }: Given) {
  const text = language === 'zh_HK' ? chinese : english
  const pack = { packId: 'credits-50', credits: 50, amount: 5_000, currency: 'HKD', expiresInMonths: 12 }
  const view = await renderWeb(<TopUpScreen />, {
    path: '/paypiont',
    language,
    reads: [
      [paymentPacks, { list: [{ ...pack, providers: [...PAYMENT_KINDS] }] }],
      [paymentStatus, { status: 'pending' }],
    ],
    answer: () => ({ result: 'SUCCESS', outTradeNo: 'HB1', status: 'pending', nextAction }),
  })
  await view.user.click(await screen.findByRole('radio', { name: new RegExp(`^${text.providers[kind]}`, 'u') }))
  const pay = screen.getByRole('button', { name: new RegExp(`^${text.topUp.pay}`, 'u') })
  if (nextAction) await view.user.click(pay)
  return { ...view, text, pay }
}

const tileOf = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`, 'u') }).closest('label')!

/** What a payment looks like on a phone, and how a form is posted. The lazy text is loaded in this language by the test's own module. */
export function testPayingDevices(language: Language): void {
  const submit = vi.fn<(this: HTMLFormElement) => void>()

  beforeEach(() => {
    submit.mockReset()
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      submit.call(this)
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('on a phone a kind that has only a QR code says that it needs another device', async () => {
    onPhone()
    const { text } = await start({ language })
    expect(tileOf(text.providers.wechat).textContent).toContain(text.anotherDevice)
    for (const kind of offeredBeside(PAYMENT_KINDS).filter((one) => one !== 'wechat'))
      expect(tileOf(text.providers[kind]).textContent).not.toContain(text.anotherDevice)
    expect(screen.queryByRole('radio', { name: text.providers.crypto })).toBeNull()
  })

  test('on a desktop it does not', async () => {
    const { text } = await start({ language })
    expect(tileOf(text.providers.wechat).textContent).not.toContain(text.anotherDevice)
  })

  test('a narrow window of a desktop, as with large text, is no phone: codes are to be scanned, links of apps would lead nowhere', async () => {
    vi.spyOn(globalThis, 'innerWidth', 'get').mockReturnValue(720)
    const nextAction = { type: 'qr', url: 'https://pay.example/1', qrText: 'https://pay.example/1', expiresAt }
    const { text, call } = await start({ language, kind: 'payme', nextAction })
    const { payme } = text.providers
    expect(await screen.findByRole('img', { name: text.qr.image(payme) })).toBeTruthy()
    expect(screen.queryByRole('link', { name: text.qr.open(payme) })).toBeNull()
    expect(call.mock.calls[0]![1]).toMatchObject({ terminal: 'web' })
  })

  test('on a phone its QR code is shown with what to do; an app is opened by a link', async () => {
    onPhone()
    const qrText = 'weixin://wxpay/bizpayurl?pr=1'
    const { text, unmount } = await start({ language, nextAction: { type: 'qr', url: '', qrText, expiresAt } })
    const { wechat, payme } = text.providers
    const dialog = within(await screen.findByRole('dialog', { name: text.qr.title(wechat) }))
    expect(dialog.getByRole('img', { name: text.qr.image(wechat) })).toBeTruthy()
    for (const step of text.qr.stepsElsewhere(wechat)) expect(dialog.getByText(step)).toBeTruthy()
    expect(dialog.getByText('HK$50')).toBeTruthy()
    unmount()
    await start({ language, kind: 'payme', nextAction: { type: 'app', url: 'payme://pay?1', expiresAt } })
    const link = await screen.findByRole('link', { name: text.qr.open(payme) })
    expect(link.getAttribute('href')).toBe('payme://pay?1')
    expect(screen.queryByRole('img', { name: text.qr.image(payme) })).toBeNull()
  })

  test('a page that takes a form gets it once, with all its fields', async () => {
    const url = 'https://payment.example/app/page/generic/token'
    const fields = { merchant_reference: 'HB1', customer_first_name: '陳"大文', sign: 'abc' }
    const { pay, user } = await start({
      language,
      kind: 'payasia',
      nextAction: { type: 'form', url, fields, expiresAt },
    })
    expect(pay.getAttribute('aria-busy')).toBe('true')
    await user.click(pay)
    expect(submit).toHaveBeenCalledTimes(1)
    const form = submit.mock.contexts[0]!
    expect([form.method, form.action]).toEqual(['post', url])
    expect(Object.fromEntries(new FormData(form))).toEqual(fields)
  })
}
