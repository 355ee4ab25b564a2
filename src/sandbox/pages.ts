import { approveAntom } from './antom.ts'
import { type Context, decimalOf, findPayment } from './context.ts'
import { escaped, html } from './html.ts'
import type { Route, SandboxRequest, SandboxResponse } from './http.ts'
import { approvePaypal } from './paypal.ts'
import { DELAY_MINUTES, type ProviderName, type SandboxPayment, SCENARIOS, type Scenario } from './sandbox-model.ts'

/** What each button does. */
const LABELS: Readonly<Record<Scenario, string>> = {
  approve: '付款 Pay',
  decline: '拒絕付款 Decline',
  delay: `${DELAY_MINUTES} 分鐘後才完成 Complete after ${DELAY_MINUTES} minutes`,
  double: '付款，通知發送兩次 Pay, callback sent twice',
  wrongAmount: '少付 1 元 Pay 1 dollar less',
  forged: '不付款，發送偽造通知 Do not pay, send a forged callback',
  silent: '付款，不發送通知 Pay, never call back',
}

const NAMES: Readonly<Record<ProviderName, string>> = { paypal: 'PayPal', antom: 'AlipayHK' }

/** The pages on which a payer decides: PayPal's checkout, Antom's cashier, and what a phone shows after the QR code. */
export function createPages(context: Context): Route[] {
  type Place = { provider: ProviderName; name: string }

  const paymentOf = ({ query }: SandboxRequest, { provider, name }: Place) =>
    findPayment(context, provider, { id: query.get(name) ?? '' })

  const isPayable = (payment: SandboxPayment | undefined): payment is SandboxPayment =>
    payment?.state === 'open' && payment.expiresAt > context.now()

  const show = (provider: ProviderName, name: string) => (request: SandboxRequest) => page(request, { provider, name })
  return [
    ['GET', /^\/checkoutnow$/, show('paypal', 'token')],
    ['POST', /^\/checkoutnow$/, (request) => decide(request, { provider: 'paypal', name: 'token', returns: true })],
    ['GET', /^\/antom\/cashier$/, show('antom', 'id')],
    ['POST', /^\/antom\/cashier$/, (request) => decide(request, { provider: 'antom', name: 'id', returns: true })],
    ['GET', /^\/antom\/scan$/, show('antom', 'id')],
    ['POST', /^\/antom\/scan$/, (request) => decide(request, { provider: 'antom', name: 'id', returns: false })],
  ]

  function page(request: SandboxRequest, place: Place): SandboxResponse {
    const payment = paymentOf(request, place)
    return isPayable(payment) ? html(200, form(request, payment)) : closed()
  }

  function decide(request: SandboxRequest, { returns, ...place }: Place & { returns: boolean }): SandboxResponse {
    const payment = paymentOf(request, place)
    const choice = new URLSearchParams(request.body).get('choice') ?? ''
    if (!isPayable(payment)) return closed()
    if (choice === 'cancel') return redirect(payment.cancelUrl, payment)
    const scenario = SCENARIOS.find((one) => one === choice)
    if (!scenario) return html(400, '<p>?</p>')
    payment.scenario = scenario
    if (place.provider === 'paypal') approvePaypal(context, payment)
    else approveAntom(context, payment)
    return returns ? redirect(payment.returnUrl, payment) : html(200, '<h1>完成 Done</h1>')
  }
}

/** PayPal names its order in the query of the return page. */
function redirect(address: string, { provider, id }: SandboxPayment): SandboxResponse {
  const url = new URL(address)
  if (provider === 'paypal') url.searchParams.set('token', id)
  return { status: 303, headers: { location: url.href } }
}

function form({ target }: SandboxRequest, { provider, description, amountCents, currency }: SandboxPayment): string {
  const buttons = [...SCENARIOS, 'cancel' as const].map(
    (choice) =>
      `<button name="choice" value="${choice}">${choice === 'cancel' ? '取消並返回 Cancel and return' : LABELS[choice]}</button>`,
  )
  return `<h1>${NAMES[provider]} 沙盒 sandbox</h1>
<p>此頁只供測試，不會扣款。 This page is for tests. No money moves.</p>
<p><strong>${escaped(description)}</strong><br>${escaped(currency)} ${decimalOf(amountCents)}</p>
<form method="post" action="${escaped(target)}">${buttons.join('\n')}</form>`
}

const closed = (): SandboxResponse => html(410, '<h1>付款已結束 This payment is closed</h1>')
