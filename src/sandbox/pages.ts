import { type Context, decimalOf, findPayment } from './context.ts'
import { escaped, html } from './html.ts'
import type { Route, SandboxRequest, SandboxResponse } from './http.ts'
import { PROVIDERS } from './providers.ts'
import type { PayerPage } from './sandbox-provider.ts'
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
  tooMuch: '多付 1 元 Pay 1 dollar more',
  unclaimed: '付款，退款不領取 Pay, never claim a refund',
  late: '過期後才付款 Pay after the time is over',
  twice: '重複付款 Pay twice, in two tabs',
}

const scenariosOf = (payment: SandboxPayment): readonly Scenario[] =>
  PROVIDERS[payment.provider].scenariosOf?.(payment) ?? SCENARIOS

type Place = PayerPage & { provider: ProviderName }

/** The pages on which a payer decides: of each provider, and what a phone shows after a QR code. */
export function createPages(context: Context): Route[] {
  const paymentOf = ({ query }: SandboxRequest, { provider, parameter }: Place) =>
    findPayment(context, provider, { id: query.get(parameter) ?? '' })

  const isPayable = (payment: SandboxPayment | undefined): payment is SandboxPayment =>
    payment?.state === 'open' && payment.expiresAt > context.now()

  return (Object.keys(PROVIDERS) as ProviderName[]).flatMap((provider) =>
    PROVIDERS[provider].pages.flatMap((place): Route[] => {
      const path = new RegExp(`^${RegExp.escape(place.path)}$`)
      return [
        ['GET', path, (request) => page(request, { ...place, provider })],
        ['POST', path, (request) => decide(request, { ...place, provider })],
      ]
    }),
  )

  function page(request: SandboxRequest, place: Place): SandboxResponse {
    const payment = paymentOf(request, place)
    return isPayable(payment) ? html(200, form(request, payment)) : closed()
  }

  function decide(request: SandboxRequest, place: Place): SandboxResponse {
    const payment = paymentOf(request, place)
    const choice = new URLSearchParams(request.body).get('choice') ?? ''
    if (!isPayable(payment)) return closed()
    if (choice === 'cancel') return place.returns ? redirect(payment.cancelUrl, payment) : left()
    const scenario = scenariosOf(payment).find((one) => one === choice)
    if (!scenario) return html(400, '<p>?</p>')
    payment.scenario = scenario
    PROVIDERS[place.provider].decide(context, payment)
    return place.returns ? redirect(payment.returnUrl, payment) : html(200, '<h1>完成 Done</h1>')
  }
}

function redirect(address: string, payment: SandboxPayment): SandboxResponse {
  const url = new URL(address)
  PROVIDERS[payment.provider].returnTo?.(url, payment)
  // 307 keeps the method: the merchant gets a POST.
  return { status: PROVIDERS[payment.provider].returnsByPost ? 307 : 303, headers: { location: url.href } }
}

function form({ target }: SandboxRequest, payment: SandboxPayment): string {
  const { provider, description, amountCents, currency } = payment
  const buttons = [...scenariosOf(payment), 'cancel' as const].map(
    (choice) =>
      `<button name="choice" value="${choice}">${choice === 'cancel' ? '取消並返回 Cancel and return' : LABELS[choice]}</button>`,
  )
  return `<h1>${PROVIDERS[provider].nameOf(payment)} 沙盒 sandbox</h1>
<p>此頁只供測試，不會扣款。 This page is for tests. No money moves.</p>
<p><strong>${escaped(description)}</strong><br>${escaped(currency)} ${decimalOf(amountCents)}</p>
<form method="post" action="${escaped(target)}">${buttons.join('\n')}</form>`
}

const closed = (): SandboxResponse => html(410, '<h1>付款已結束 This payment is closed</h1>')

const left = (): SandboxResponse => html(200, '<h1>已離開 Left without paying</h1>')
