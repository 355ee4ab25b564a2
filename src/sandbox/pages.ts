import {
  CHARGE_OUTCOMES,
  type ChargeOutcome,
  type Context,
  decimalOf,
  DELAY_MINUTES,
  findMandate,
  findPayment,
  done,
  html,
  type MandateRole,
  type PayerPage,
  type Route,
  type SandboxMandate,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRequest,
  type SandboxResponse,
  SCENARIOS,
  type Scenario,
} from './sandbox-provider.ts'

/** The action of each button of a payment. */
const PAYMENT_LABELS: Readonly<Record<Scenario, string>> = {
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

/** The action of each button of an agreement. */
const MANDATE_LABELS = {
  approve: '同意自動扣款 Approve',
  decline: '拒絕 Decline',
  delay: `${DELAY_MINUTES} 分鐘後才生效 Active after ${DELAY_MINUTES} minutes`,
  double: '同意，通知發送兩次 Approve, every callback sent twice',
  forged: '不同意，發送偽造通知 Do not approve, send a forged callback',
  silent: '同意，不發送通知 Approve, never call back',
} as const satisfies Partial<Record<Scenario, string>>

const CHARGE_LABELS: Readonly<Record<ChargeOutcome, string>> = {
  succeed: '扣款成功 Charges succeed',
  decline: '扣款失敗 Charges are declined',
  wrongAmount: '少扣 1 元 Charges take 1 dollar less',
}

/** How the callbacks of a mandate are sent from now on. */
const CALLBACK_LABELS = {
  approve: '發送通知 Call back',
  double: '通知發送兩次 Call back twice',
  silent: '不發送通知 Never call back',
} as const satisfies Partial<Record<Scenario, string>>

const CANCEL_LABEL = '取消並返回 Cancel and return'

/** Serves a page and takes its form. */
const pageRoutes = (
  { path }: PayerPage,
  show: (request: SandboxRequest) => SandboxResponse,
  decide: (request: SandboxRequest) => SandboxResponse,
): Route[] => {
  const exactly = new RegExp(`^${RegExp.escape(path)}$`)
  return [
    ['GET', exactly, show],
    ['POST', exactly, decide],
  ]
}

/** The pages of a provider on which payers decide about payments, also on a phone that has scanned a QR code. */
export function paymentPages(context: Context, provider: SandboxProvider): Route[] {
  const { name, scenariosOf = () => SCENARIOS } = provider
  return provider.pages.flatMap((page) => {
    const paymentOf = ({ query }: SandboxRequest) => findPayment(context, name, { id: query.get(page.parameter) ?? '' })
    const isPayable = (payment: SandboxPayment | undefined): payment is SandboxPayment =>
      payment?.state === 'open' && payment.expiresAt > context.now()

    function show(request: SandboxRequest): SandboxResponse {
      const payment = paymentOf(request)
      if (!isPayable(payment)) return closed('付款已結束 This payment is closed')
      const labels = Object.fromEntries(scenariosOf(payment).map((scenario) => [scenario, PAYMENT_LABELS[scenario]]))
      return html(
        200,
        `${about(provider.nameOf(payment), payment)}
<form method="post" action="${escaped(request.target)}">${buttons('choice', { ...labels, cancel: CANCEL_LABEL })}</form>`,
      )
    }

    function decide(request: SandboxRequest): SandboxResponse {
      const payment = paymentOf(request)
      const choice = new URLSearchParams(request.body).get('choice') ?? ''
      if (!isPayable(payment)) return closed('付款已結束 This payment is closed')
      if (choice === 'cancel')
        return page.returns ? redirect(payment, payment.cancelUrl) : html(200, '<h1>已離開 Left without paying</h1>')
      const scenario = scenariosOf(payment).find((one) => one === choice)
      if (!scenario) return html(400, '<p>?</p>')
      payment.scenario = scenario
      provider.decide(context, payment)
      return page.returns ? redirect(payment, payment.returnUrl) : done()
    }

    function redirect(payment: SandboxPayment, address: string): SandboxResponse {
      const url = new URL(address)
      provider.returnTo?.(url, payment)
      // 307 keeps the method: the merchant gets a POST.
      return { status: provider.returnsByPost ? 307 : 303, headers: { location: url.href } }
    }

    return pageRoutes(page, show, decide)
  })
}

/** The pages of a provider on which payers approve agreements. */
export function mandatePages(context: Context, { name: provider, mandates: role }: SandboxProvider): Route[] {
  if (!role) return []
  return role.pages.flatMap((page) => {
    const mandateOf = ({ query }: SandboxRequest) =>
      findMandate(context, provider, { id: query.get(page.parameter) ?? '' })
    const isOpen = (mandate: SandboxMandate | undefined): mandate is SandboxMandate =>
      mandate?.state === 'open' && mandate.expiresAt > context.now()

    function show(request: SandboxRequest): SandboxResponse {
      const mandate = mandateOf(request)
      return isOpen(mandate) ? html(200, approvalForm(request, mandate, role!.name)) : closed(CLOSED_MANDATE)
    }

    function decide(request: SandboxRequest): SandboxResponse {
      const mandate = mandateOf(request)
      const form = new URLSearchParams(request.body)
      const choice = form.get('choice') ?? ''
      if (!isOpen(mandate)) return closed(CLOSED_MANDATE)
      if (choice === 'cancel') return redirect(mandate, mandate.cancelUrl)
      if (!(choice in MANDATE_LABELS)) return html(400, '<p>?</p>')
      mandate.scenario = choice as Scenario
      mandate.payer = form.get('payer') || mandate.payer
      role!.decide(context, mandate)
      return page.returns ? redirect(mandate, mandate.returnUrl) : done()
    }

    function redirect(mandate: SandboxMandate, address: string): SandboxResponse {
      const url = new URL(address)
      role!.returnTo(url, mandate)
      return { status: 303, headers: { location: url.href } }
    }

    return pageRoutes(page, show, decide)
  })
}

/** The pages that say what a payer's bank does with the charges of an agreement. */
export function mandateControls(context: Context, roleOf: (provider: string) => MandateRole | undefined): Route[] {
  const nameOf = ({ provider }: SandboxMandate) => roleOf(provider)?.name ?? provider
  /** By the merchant's id, which both sides know. */
  const find = (agreementId: string) => context.state.mandates.find((one) => one.agreementId === agreementId)

  function show({ target }: SandboxRequest, agreementId = ''): SandboxResponse {
    const mandate = find(agreementId)
    return mandate ? html(200, controlForm(target, mandate, nameOf(mandate))) : closed(CLOSED_MANDATE)
  }

  function set({ target, body }: SandboxRequest, agreementId = ''): SandboxResponse {
    const mandate = find(agreementId)
    const form = new URLSearchParams(body)
    const charges = CHARGE_OUTCOMES.find((one) => one === form.get('charges'))
    const callbacks = form.get('callbacks') ?? ''
    if (!mandate) return closed(CLOSED_MANDATE)
    if (charges) mandate.charges = charges
    if (callbacks in CALLBACK_LABELS) mandate.scenario = callbacks as Scenario
    if (form.get('revoke') !== null) roleOf(mandate.provider)?.end(context, mandate)
    return { status: 303, headers: { location: target } }
  }

  const list = (): SandboxResponse => {
    const items = context.state.mandates.map((mandate) => {
      const { agreementId, state } = mandate
      const link = `<a href="/mandates/${encodeURIComponent(agreementId)}">${nameOf(mandate)} ${escaped(agreementId)}</a>`
      return `<li>${link} ${state}</li>`
    })
    return html(200, `<h1>自動扣款 Agreements</h1><ul>${items.join('')}</ul>`)
  }

  return [
    ['GET', /^\/mandates$/, list],
    ['GET', /^\/mandates\/([\w-]+)$/, show],
    ['POST', /^\/mandates\/([\w-]+)$/, set],
  ]
}

const approvalForm = ({ target }: SandboxRequest, mandate: SandboxMandate, name: string): string =>
  `${aboutMandate(mandate, name)}
<form method="post" action="${escaped(target)}">
<label>付款人 Payer <input name="payer" value="${escaped(mandate.payer)}"></label>
${buttons('choice', { ...MANDATE_LABELS, cancel: CANCEL_LABEL })}</form>`

function controlForm(target: string, mandate: SandboxMandate, name: string): string {
  const { state, payer, charges, schedule, sales } = mandate
  const due = schedule?.dueAt && Temporal.Instant.fromEpochMilliseconds(schedule.dueAt).toString()
  return `${aboutMandate(mandate, name)}
<p>${state} · ${escaped(payer)} · ${CHARGE_LABELS[charges]}${due ? `<br>下次扣款 Next charge: ${due}` : ''}<br>已扣款 Charged: ${sales.length}</p>
<form method="post" action="${escaped(target)}">
${buttons('charges', CHARGE_LABELS)}
${buttons('callbacks', CALLBACK_LABELS)}
${buttons('revoke', { yes: '付款人終止自動扣款 The payer ends it' })}</form>`
}

function aboutMandate(mandate: SandboxMandate, name: string): string {
  const trial = mandate.schedule?.hasTrial ? '，首月免費 first month free' : ''
  return about(name, mandate, ` / 月 month${trial}`)
}

const about = (
  name: string,
  { description, amountCents, currency }: Pick<SandboxPayment, 'description' | 'amountCents' | 'currency'>,
  terms = '',
): string => `<h1>${name} 沙盒 sandbox</h1>
<p>此頁只供測試，不會扣款。 This page is for tests. No money moves.</p>
<p><strong>${escaped(description)}</strong><br>${escaped(currency)} ${decimalOf(amountCents)}${terms}</p>`

const buttons = (name: string, labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([value, label]) => `<button name="${name}" value="${value}">${label}</button>`)
    .join('\n')

const CLOSED_MANDATE = '此授權已結束 This agreement is closed'
const closed = (title: string): SandboxResponse => html(410, `<h1>${title}</h1>`)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
