import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { confirmAutoDebitAgreement } from '#contract/subscriptions.ts'
import { plans as text } from '#text/zh_HK/plans-web.ts'
import { agree, button, card, logIn, pending, QR, renderPlans } from '../../../../test/support/render-plans.tsx'
import { OFF_CLOCKS, putDeviceAhead } from '../../../../test/support/device-clock.ts'
import { serverOffset } from '#web/kit/server-clock.ts'
import '../../../../test/support/in-november.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  serverOffset.reset()
})

describe('the QR code of an agreement', () => {
  async function openDialog(confirm?: () => object, started: object = QR) {
    logIn()
    const view = await renderPlans({ path: '/monthlyfee?provider=alipay', started, ...(confirm && { confirm }) })
    await card()
    await view.user.click(agree())
    await view.user.click(button(text.card.startTrial))
    return view
  }
  const title = text.agreement.title('AlipayHK')
  const asked = ({ call }: { call: { mock: { calls: unknown[][] } } }) =>
    call.mock.calls.filter(([endpoint]) => endpoint === confirmAutoDebitAgreement).length
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('says what is charged today and later', async () => {
    await openDialog()
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(within(dialog).getByRole('img', { name: text.agreement.image('AlipayHK') })).toBeTruthy()
    for (const fact of ['HK$0', text.agreement.monthly('12月22日 18:00'), 'HK$88'])
      expect(dialog.textContent).toContain(fact)
    // An agreement is no order yet.
    expect(dialog.textContent).not.toContain('AG1')
  })

  test('queries every five seconds, not while the page is hidden, and leads on with the answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let answer: object = pending()
    const view = await openDialog(() => answer)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const change = () => act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await pass(11_000)
    expect(asked(view)).toBeGreaterThan(0)
    visibility.mockReturnValue('hidden')
    await change()
    await pass(5_000)
    const before = asked(view)
    await pass(30_000)
    expect(asked(view)).toBe(before)
    visibility.mockReturnValue('visible')
    answer = { result: 'SUCCESS', outTradeNo: 'AG1' }
    await change()
    await pass(6_000)
    expect(view.at.current).toBe('/subscription-result?type=alipay&outTradeNo=AG1')
  })

  test('a click queries at once; closing ends it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const view = await openDialog()
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await view.user.click(dialog.getByRole('button', { name: text.agreement.check }))
    await waitFor(() => expect(asked(view)).toBe(1))
    await view.user.click(dialog.getByRole('button', { name: text.qr.close }))
    await pass(1_000)
    const before = asked(view)
    await pass(30_000)
    expect(asked(view)).toBe(before)
  })

  test('an expired code is not queried any more, and can be started again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const soon = { ...QR, nextAction: { ...QR.nextAction, expiresAt: new Date(Date.now() + 60_000).toISOString() } }
    const view = await openDialog(undefined, soon)
    await pass(70_000)
    expect(screen.getByText(text.agreement.expiredText)).toBeTruthy()
    const before = asked(view)
    await pass(30_000)
    expect(asked(view)).toBe(before)
    expect(screen.getByRole('button', { name: text.qr.again })).toBeTruthy()
  })

  test.each(OFF_CLOCKS)('lives for five minutes on a device that is %s', async (_, minutes) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const inMinutes = putDeviceAhead(minutes)
    const started = { ...QR, nextAction: { ...QR.nextAction, expiresAt: inMinutes(5) } }
    const view = await openDialog(undefined, started)
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.textContent).toMatch(/\D(5:0\d|4:5\d)/u)
    await pass(200_000)
    expect(asked(view)).toBeGreaterThan(30)
    expect(screen.queryByText(text.agreement.expiredText)).toBeNull()
    await pass(105_000)
    expect(screen.getByText(text.agreement.expiredText)).toBeTruthy()
  })

  test('a decline leads on as well', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const view = await openDialog(() => ({ result: 'FAILED', errorCode: 'NOT_FOUND', message: '' }))
    await pass(6_000)
    expect(view.at.current).toBe('/subscription-result?type=alipay&outTradeNo=AG1')
  })
})
