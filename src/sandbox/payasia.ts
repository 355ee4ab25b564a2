import { createHash, randomUUID } from 'node:crypto'
import { isIPv4 } from 'node:net'
import {
  type Context,
  DELAY_MINUTES,
  decimalOf,
  findPayment,
  html,
  json,
  queueCallback,
  type Route,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
  SCENARIOS,
} from './sandbox-provider.ts'

export const payasia: SandboxProvider = {
  name: 'payasia',
  newSecrets: () => ({ token: randomUUID(), secret: randomUUID() }),
  settings: (context) => ({
    PAYASIA_MERCHANT_TOKEN: secretsOf(context).token,
    PAYASIA_SECRET: secretsOf(context).secret,
    PAYASIA_PAGE_BASE: context.url(),
    PAYASIA_API_BASE: context.url(),
  }),
  routes: createRoutes,
  pages: [{ path: '/payasia/pay', parameter: 'id', returns: true }],
  scenariosOf: () => [...SCENARIOS, 'twice'],
  nameOf: ({ request }) => (request === 'Octopus' ? 'Payment Asia（八達通 Octopus）' : 'Payment Asia'),
  decide,
  complete,
  returnsByPost: true,
  retryMinutes: [1, 5, 10, 30, 60],
  contentType: 'application/x-www-form-urlencoded',
  headers: () => ({}),
  isAccepted: (status) => status === 200,
}

/** The page itself has no end; this one is closed after a day. */
const LIFETIME_MS = 24 * 3_600_000
/** A refund is carried out after this time. */
const REFUND_MS = 60_000

interface PayasiaSecrets {
  readonly token: string
  readonly secret: string
}

const secretsOf = (context: Context): PayasiaSecrets => context.secretsOf('payasia') as PayasiaSecrets

type Fields = Readonly<Record<string, string>>

const PHP_ESCAPES: Readonly<Record<string, string>> = {
  '%20': '+',
  '!': '%21',
  "'": '%27',
  '(': '%28',
  ')': '%29',
  '*': '%2A',
  '~': '%7E',
}
const urlencode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/%20|[!'()*~]/g, (one) => PHP_ESCAPES[one] ?? one)

/** `hash('SHA512', http_build_query($fields) . $secret)` after `ksort`. */
function signOf(fields: Fields, secret: string): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${urlencode(name)}=${urlencode(fields[name] ?? '')}`)
  return createHash('sha512')
    .update(pairs.join('&') + secret)
    .digest('hex')
}

/** The fields of a form with a right `sign`; undefined for any other. */
function signedForm({ body }: SandboxRequest, secret: string): Fields | undefined {
  const { sign, ...fields } = Object.fromEntries(new URLSearchParams(body))
  return sign === signOf(fields, secret) ? fields : undefined
}

const MANDATORY = [
  'merchant_reference',
  'amount',
  'currency',
  'network',
  'return_url',
  'subject',
  'customer_ip',
  'customer_first_name',
  'customer_last_name',
  'customer_phone',
  'customer_email',
] as const

/** Payment Asia's page, to which the browser posts, and its gateway. */
function createRoutes(context: Context): Route[] {
  const { token, secret } = secretsOf(context)
  const isOurs = (given: string) => given === token

  const api =
    (call: (fields: Fields) => SandboxResponse) =>
    (request: SandboxRequest, given = ''): SandboxResponse => {
      const fields = isOurs(given) ? signedForm(request, secret) : undefined
      return fields ? call(fields) : json(401, { message: 'wrong token or sign' })
    }

  const begin =
    (isGeneric: boolean) =>
    (request: SandboxRequest, given = ''): SandboxResponse => {
      const fields = isOurs(given) ? signedForm(request, secret) : undefined
      const isRight = fields && (fields.network === 'UserDefine') === isGeneric && isComplete(fields)
      if (!isRight) return html(400, '<h1>Invalid request</h1>')
      const payment = findPayment(context, 'payasia', { orderId: fields.merchant_reference! }) ?? open(context, fields)
      return { status: 303, headers: { location: `${context.url()}/payasia/pay?id=${payment.id}` } }
    }

  return [
    ['POST', /^\/app\/page\/generic\/([\w-]+)$/, begin(true)],
    ['POST', /^\/app\/page\/([\w-]+)$/, begin(false)],
    ['POST', /^\/([\w-]+)\/payment\/query$/, api((fields) => query(context, fields))],
    ['POST', /^\/v1\.1\/online\/([\w-]+)\/transactions\/refund$/, api((fields) => refund(context, fields))],
    ['POST', /^\/v1\.1\/online\/([\w-]+)\/transactions\/refund-query$/, api((fields) => queryRefund(context, fields))],
  ]
}

/** The longest values that it takes, in characters. */
const LENGTHS: Readonly<Record<string, number>> = {
  merchant_reference: 36,
  return_url: 255,
  notify_url: 255,
  subject: 255,
  customer_first_name: 255,
  customer_last_name: 255,
  customer_phone: 64,
  customer_email: 255,
}
const NETWORKS = ['Alipay', 'Wechat', 'CUP', 'CreditCard', 'Fps', 'Octopus', 'UserDefine']
const LANGUAGES = [undefined, 'zh-en', 'zh-cn', 'zh-tw']

function isComplete(fields: Fields): boolean {
  const amount = fields.network === 'Octopus' ? /^\d{1,8}\.\d$/ : /^\d{1,8}\.\d{2}$/
  return (
    MANDATORY.every((name) => Boolean(fields[name])) &&
    Object.entries(LENGTHS).every(([name, max]) => (fields[name] ?? '').length <= max) &&
    isIPv4(fields.customer_ip!) &&
    NETWORKS.includes(fields.network!) &&
    LANGUAGES.includes(fields.lang) &&
    fields.currency === 'HKD' &&
    amount.test(fields.amount!)
  )
}

function open(context: Context, fields: Fields): SandboxPayment {
  const amountCents = Math.round(Number(fields.amount) * 100)
  const payment: SandboxPayment = {
    provider: 'payasia',
    id: randomUUID(),
    orderId: fields.merchant_reference!,
    request: fields.network!,
    amountCents,
    currency: fields.currency!,
    description: fields.subject!,
    returnUrl: fields.return_url!,
    cancelUrl: fields.return_url!,
    notifyUrl: fields.notify_url,
    createdAt: context.now(),
    expiresAt: context.now() + LIFETIME_MS,
    state: 'open',
    scenario: 'approve',
    paidCents: amountCents,
    refunds: [],
  }
  context.state.payments.push(payment)
  return payment
}

const STATUS = {
  open: '0',
  approved: '4',
  processing: '4',
  paid: '1',
  declined: '2',
  cancelled: '2',
} as const satisfies Record<SandboxPayment['state'], string>

const decimal = ({ request }: SandboxPayment, cents: number): string =>
  request === 'Octopus' ? decimalOf(cents).slice(0, -1) : decimalOf(cents)

const isCarriedOut = ({ now }: Context, { at = 0 }: SandboxRefund): boolean => now() >= at + REFUND_MS

/** The payments of an order: one, or two whose form was posted in two tabs. */
const paymentsOf = ({ state }: Context, orderId: string): readonly SandboxPayment[] =>
  state.payments.filter((one) => one.provider === 'payasia' && one.orderId === orderId)

function query(context: Context, { merchant_reference: orderId = '' }: Fields): SandboxResponse {
  const payload = paymentsOf(context, orderId).flatMap((payment) => recordsOf(context, payment))
  // As their production answers; their sandbox answers the list alone.
  return json(200, { request: {}, response: { code: '20000' }, payload })
}

function recordsOf(context: Context, payment: SandboxPayment): object[] {
  const { id, orderId, currency, paidCents, state, refunds } = payment
  const common = { merchant_reference: orderId, currency }
  return [
    { ...common, request_reference: id, amount: decimal(payment, paidCents), status: STATUS[state], type: 'Sale' },
    ...refunds.map((made) => ({
      ...common,
      request_reference: made.requestId,
      amount: decimal(payment, made.amountCents),
      status: isCarriedOut(context, made) ? '1' : '4',
      type: 'Refund',
      created_time: Math.floor((made.at ?? payment.createdAt) / 1000),
    })),
  ]
}

const answer = (code: string, payload: object = {}): SandboxResponse => json(200, { response: { code }, payload })

function refund(context: Context, { merchant_reference: orderId = '', amount = '' }: Fields): SandboxResponse {
  const paid = paymentsOf(context, orderId).filter(({ state }) => state === 'paid')
  if (paid.length === 0) return answer('40400')
  const amountCents = /^\d{1,8}\.\d{2}$/.test(amount) ? Math.round(Number(amount) * 100) : 0
  const payment = paid.find(
    ({ refunds, paidCents }) => amountCents <= refunds.reduce((sum, one) => sum - one.amountCents, paidCents),
  )
  if (amountCents === 0 || !payment) return answer('40001')
  const made = { id: randomUUID(), requestId: randomUUID(), amountCents, at: context.now() }
  payment.refunds.push(made)
  return answer('20000', { refund_reference: made.id, refund_amount: amount, status: 4 })
}

function queryRefund(context: Context, { refund_reference: id = '' }: Fields): SandboxResponse {
  const made = context.state.payments
    .filter(({ provider }) => provider === 'payasia')
    .flatMap(({ refunds }) => refunds)
    .find((one) => one.id === id)
  if (!made) return answer('40400')
  return answer('20000', { refund_reference: id, status: isCarriedOut(context, made) ? 1 : 4 })
}

type Feed = { status: string; forged?: boolean }

/** Queues a datafeed. What is forged is signed with another secret. */
function tell(context: Context, payment: SandboxPayment, { status, forged = false }: Feed): void {
  const { id, orderId, currency, paidCents } = payment
  const fields = {
    merchant_reference: orderId,
    request_reference: id,
    currency,
    amount: decimal(payment, paidCents),
    status,
  }
  const sign = signOf(fields, forged ? randomUUID() : secretsOf(context).secret)
  queueCallback(context, payment, { body: new URLSearchParams({ ...fields, sign }).toString(), forged })
}

/** The payer has chosen on the page. */
function decide(context: Context, payment: SandboxPayment): void {
  const { scenario, amountCents } = payment
  if (scenario === 'forged') return tell(context, payment, { status: STATUS.paid, forged: true })
  if (scenario === 'delay') {
    payment.state = 'processing'
    payment.completesAt = context.now() + DELAY_MINUTES * 60_000
    return
  }
  if (scenario === 'decline') {
    payment.state = 'declined'
    return tell(context, payment, { status: STATUS.declined })
  }
  if (scenario === 'wrongAmount') payment.paidCents = amountCents - 100
  complete(context, payment)
  if (scenario !== 'twice') return
  const again = { ...payment, id: randomUUID(), refunds: [] }
  context.state.payments.push(again)
  tell(context, again, { status: STATUS.paid })
}

function complete(context: Context, payment: SandboxPayment): void {
  payment.state = 'paid'
  payment.completesAt = undefined
  tell(context, payment, { status: STATUS.paid })
}
