import { decideAuthorization, endAuthorization } from './antom-authorizations.ts'
import { type Context, decimalOf, findMandate } from './context.ts'
import { escaped, html } from './html.ts'
import type { Route, SandboxRequest, SandboxResponse } from './http.ts'
import { decideSubscription, endSubscription } from './paypal-subscriptions.ts'
import {
  CHARGE_OUTCOMES,
  type ChargeOutcome,
  DELAY_MINUTES,
  type SandboxMandate,
  type Scenario,
} from './sandbox-model.ts'

/** What each button of the approval page does. */
const DECISIONS = {
  approve: '同意自動扣款 Approve',
  decline: '拒絕 Decline',
  delay: `${DELAY_MINUTES} 分鐘後才生效 Active after ${DELAY_MINUTES} minutes`,
  double: '同意，通知發送兩次 Approve, every callback sent twice',
  forged: '不同意，發送偽造通知 Do not approve, send a forged callback',
  silent: '同意，不發送通知 Approve, never call back',
} as const satisfies Partial<Record<Scenario, string>>

const CHARGES: Readonly<Record<ChargeOutcome, string>> = {
  succeed: '扣款成功 Charges succeed',
  decline: '扣款失敗 Charges are declined',
  wrongAmount: '少扣 1 元 Charges take 1 dollar less',
}

/** How the callbacks of a mandate are sent from now on. */
const CALLBACKS = {
  approve: '發送通知 Call back',
  double: '通知發送兩次 Call back twice',
  silent: '不發送通知 Never call back',
} as const satisfies Partial<Record<Scenario, string>>

/** The pages of agreements: where a payer approves one, and what the payer's bank does with its charges. */
export function createMandatePages(context: Context): Route[] {
  type Place = { provider: SandboxMandate['provider']; name: string }

  const mandateOf = ({ query }: SandboxRequest, { provider, name }: Place) =>
    findMandate(context, provider, { id: query.get(name) ?? '' })
  const isOpen = (mandate: SandboxMandate | undefined): mandate is SandboxMandate =>
    mandate?.state === 'open' && mandate.expiresAt > context.now()

  const show = (place: Place) => (request: SandboxRequest) => {
    const mandate = mandateOf(request, place)
    return isOpen(mandate) ? html(200, approvalForm(request, mandate)) : closed()
  }
  const decide = (place: Place & { returns: boolean }) => (request: SandboxRequest) => {
    const mandate = mandateOf(request, place)
    const form = new URLSearchParams(request.body)
    const choice = form.get('choice') ?? ''
    if (!isOpen(mandate)) return closed()
    if (choice === 'cancel') return redirect(mandate, mandate.cancelUrl)
    if (!(choice in DECISIONS)) return html(400, '<p>?</p>')
    mandate.scenario = choice as Scenario
    mandate.payer = form.get('payer') || mandate.payer
    if (place.provider === 'paypal') decideSubscription(context, mandate)
    else decideAuthorization(context, mandate)
    return place.returns ? redirect(mandate, mandate.returnUrl) : html(200, '<h1>完成 Done</h1>')
  }

  const paypal = { provider: 'paypal', name: 'ba_token' } as const
  const antom = { provider: 'antom', name: 'id' } as const
  return [
    ['GET', /^\/webapps\/billing\/subscriptions$/, show(paypal)],
    ['POST', /^\/webapps\/billing\/subscriptions$/, decide({ ...paypal, returns: true })],
    ['GET', /^\/antom\/authorize$/, show(antom)],
    ['POST', /^\/antom\/authorize$/, decide({ ...antom, returns: true })],
    ['GET', /^\/antom\/authorize\/scan$/, show(antom)],
    ['POST', /^\/antom\/authorize\/scan$/, decide({ ...antom, returns: false })],
    ['GET', /^\/mandates$/, () => html(200, listOf(context.state.mandates))],
    ['GET', /^\/mandates\/([\w-]+)$/, (request, id = '') => control(request, id)],
    ['POST', /^\/mandates\/([\w-]+)$/, (request, id = '') => set(request, id)],
  ]

  /** By the merchant's id, which both sides know. */
  function control({ target }: SandboxRequest, agreementId: string): SandboxResponse {
    const mandate = context.state.mandates.find((one) => one.agreementId === agreementId)
    return mandate ? html(200, controlForm(target, mandate)) : closed()
  }

  function set({ target, body }: SandboxRequest, agreementId: string): SandboxResponse {
    const mandate = context.state.mandates.find((one) => one.agreementId === agreementId)
    const form = new URLSearchParams(body)
    const charges = CHARGE_OUTCOMES.find((one) => one === form.get('charges'))
    const callbacks = form.get('callbacks') ?? ''
    if (!mandate) return closed()
    if (charges) mandate.charges = charges
    if (callbacks in CALLBACKS) mandate.scenario = callbacks as Scenario
    if (form.get('revoke') !== null) {
      if (mandate.provider === 'paypal') endSubscription(context, mandate)
      else endAuthorization(context, mandate)
    }
    return { status: 303, headers: { location: target } }
  }
}

/** Both providers name what was approved in the query of the return page. */
function redirect({ provider, id, agreementId, authCode }: SandboxMandate, address: string): SandboxResponse {
  const url = new URL(address)
  if (provider === 'paypal') url.searchParams.set('subscription_id', id)
  else if (authCode !== undefined) {
    url.searchParams.set('authCode', authCode)
    url.searchParams.set('authState', agreementId)
  }
  return { status: 303, headers: { location: url.href } }
}

const NAMES: Readonly<Record<SandboxMandate['provider'], string>> = { paypal: 'PayPal', antom: 'AlipayHK' }

const buttons = (name: string, labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([value, label]) => `<button name="${name}" value="${value}">${label}</button>`)
    .join('\n')

const about = ({ provider, description, amountCents, currency, schedule }: SandboxMandate): string =>
  `<h1>${NAMES[provider]} 沙盒 sandbox</h1>
<p>此頁只供測試，不會扣款。 This page is for tests. No money moves.</p>
<p><strong>${escaped(description)}</strong><br>${escaped(currency)} ${decimalOf(amountCents)} / 月 month${
    schedule?.hasTrial ? '，首月免費 first month free' : ''
  }</p>`

const approvalForm = ({ target }: SandboxRequest, mandate: SandboxMandate): string => `${about(mandate)}
<form method="post" action="${escaped(target)}">
<label>付款人 Payer <input name="payer" value="${escaped(mandate.payer)}"></label>
${buttons('choice', { ...DECISIONS, cancel: '取消並返回 Cancel and return' })}</form>`

function controlForm(target: string, mandate: SandboxMandate): string {
  const { state, payer, charges, schedule, sales } = mandate
  const due = schedule?.dueAt && Temporal.Instant.fromEpochMilliseconds(schedule.dueAt).toString()
  return `${about(mandate)}
<p>${state} · ${escaped(payer)} · ${CHARGES[charges]}${due ? `<br>下次扣款 Next charge: ${due}` : ''}<br>已扣款 Charged: ${sales.length}</p>
<form method="post" action="${escaped(target)}">
${buttons('charges', CHARGES)}
${buttons('callbacks', CALLBACKS)}
${buttons('revoke', { yes: '付款人終止自動扣款 The payer ends it' })}</form>`
}

const listOf = (mandates: readonly SandboxMandate[]): string =>
  `<h1>自動扣款 Agreements</h1><ul>${mandates
    .map(
      ({ agreementId, provider, state }) =>
        `<li><a href="/mandates/${encodeURIComponent(agreementId)}">${NAMES[provider]} ${escaped(agreementId)}</a> ${state}</li>`,
    )
    .join('')}</ul>`

const closed = (): SandboxResponse => html(410, '<h1>此授權已結束 This agreement is closed</h1>')
