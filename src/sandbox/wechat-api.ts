import { createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { type Context, findPayment, newProviderId } from './context.ts'
import type { Route, SandboxRequest, SandboxResponse } from './http.ts'
import type { SandboxPayment, SandboxRefund } from './sandbox-model.ts'
import { secondsNow, signatureHeaders } from './wechat-keys.ts'

/** Requests whose time is further off are refused. */
const CLOCK_SECONDS = 300
/** An order cannot be closed before. */
const CLOSABLE_MS = 5 * 60_000
/** A refund is carried out after this time. */
const REFUND_MS = 60_000
const REFUNDS_MAX = 50
const YEAR_MS = 365 * 24 * 3_600_000

type Answer = readonly [status: number, body?: object]
const refused = (status: number, code: string): Answer => [status, { code, message: code }]

/** WeChat Pay's API v3 as far as Native orders and refunds need it. Requests and responses are signed. */
export function createWechatRoutes(context: Context): Route[] {
  const { merchantKey, merchantSerial, mchId } = context.state.wechat
  const publicKey = createPublicKey(createPrivateKey(merchantKey))

  const call =
    (handle: (body: Record<string, never>, id: string) => Answer) =>
    (request: SandboxRequest, id = ''): SandboxResponse => {
      const [status, body] = isSigned(request) ? answerOf(request, handle, id) : refused(401, 'SIGN_ERROR')
      const text = body ? JSON.stringify(body) : ''
      const headers = { 'content-type': 'application/json; charset=utf-8', ...signatureHeaders(context, text) }
      return { status, headers, body: text }
    }

  function answerOf(
    { method, query, body }: SandboxRequest,
    handle: (body: Record<string, never>, id: string) => Answer,
    id: string,
  ): Answer {
    const fields = (method === 'GET' ? Object.fromEntries(query) : JSON.parse(body)) as Record<string, never>
    return fields['mchid'] === mchId ? handle(fields, id) : refused(400, 'PARAM_ERROR')
  }

  function isSigned({ method, target, headers, body }: SandboxRequest): boolean {
    const [scheme, fields = ''] = (headers['authorization'] ?? '').split(/ (.*)/)
    const given = Object.fromEntries([...fields.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
    const { timestamp = '', nonce_str = '', signature = '' } = given
    const text = `${method}\n${target}\n${timestamp}\n${nonce_str}\n${body}\n`
    return (
      scheme === 'WECHATPAY2-SHA256-RSA2048' &&
      given['mchid'] === mchId &&
      given['serial_no'] === merchantSerial &&
      Math.abs(Number(timestamp) - secondsNow()) <= CLOCK_SECONDS &&
      Boolean(headers['user-agent']) &&
      verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
    )
  }

  const byNumber = '/v3/global/transactions/out-trade-no/([\\w-]{1,32})'
  return [
    ['POST', /^\/v3\/global\/transactions\/native$/, call((body) => order(context, body))],
    ['GET', new RegExp(`^${byNumber}$`), call((_, id) => show(context, id))],
    ['POST', new RegExp(`^${byNumber}/close$`), call((_, id) => close(context, id))],
    ['POST', /^\/v3\/global\/refunds$/, call((body) => refund(context, body))],
    ['GET', /^\/v3\/global\/refunds\/out-refund-no\/([\w-]{1,64})$/, call((_, id) => showRefund(context, id))],
  ]
}

interface OrderRequest {
  appid?: string
  out_trade_no?: string
  trade_type?: string
  merchant_category_code?: string
  description?: string
  time_expire?: string
  notify_url?: string
  amount?: { total?: number; currency?: string }
}

function order(context: Context, body: OrderRequest): Answer {
  const { out_trade_no = '', amount, description = '', time_expire = '', notify_url } = body
  const total = amount?.total ?? 0
  const isRight =
    body.appid === context.state.wechat.appId &&
    body.trade_type === 'NATIVE' &&
    /^\d{4}$/.test(body.merchant_category_code ?? '') &&
    /^[\w|*@-]{6,32}$/.test(out_trade_no) &&
    Number.isSafeInteger(total) &&
    total > 0 &&
    amount?.currency === 'HKD' &&
    description.length > 0 &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(time_expire) &&
    (notify_url === undefined || !notify_url.includes('?'))
  if (!isRight) return refused(400, 'PARAM_ERROR')
  const key = JSON.stringify([total, amount?.currency])
  const known = findPayment(context, 'wechat', { orderId: out_trade_no })
  if (known && (known.state !== 'open' || known.request !== key)) return refused(403, 'OUT_TRADE_NO_USED')
  const { id } = known ?? open(context, { out_trade_no, key, total, description, time_expire, notify_url })
  // The real one begins with weixin:// and opens in WeChat only.
  return [200, { code_url: `${context.url()}/wechat/scan?id=${id}` }]
}

type Opening = {
  out_trade_no: string
  key: string
  total: number
  description: string
  time_expire: string
  notify_url: string | undefined
}

function open(context: Context, { out_trade_no, key, total, ...request }: Opening): SandboxPayment {
  const payment: SandboxPayment = {
    provider: 'wechat',
    id: newProviderId(28),
    orderId: out_trade_no,
    request: key,
    amountCents: total,
    currency: 'HKD',
    description: request.description,
    returnUrl: '',
    cancelUrl: '',
    notifyUrl: request.notify_url,
    createdAt: context.now(),
    expiresAt: Temporal.Instant.from(request.time_expire).epochMilliseconds,
    state: 'open',
    scenario: 'approve',
    paidCents: total,
    refunds: [],
  }
  context.state.payments.push(payment)
  return payment
}

const STATES = {
  open: 'NOTPAY',
  approved: 'USERPAYING',
  processing: 'USERPAYING',
  paid: 'SUCCESS',
  declined: 'PAYERROR',
  cancelled: 'CLOSED',
} as const satisfies Record<SandboxPayment['state'], string>

/** A payment, as responses and notifications show it. */
export function transactionOf(context: Context, payment: SandboxPayment): object {
  const { id, orderId, state, paidCents, currency, refunds, expiresAt } = payment
  const isOver = state === 'open' && expiresAt <= context.now()
  const tradeState = isOver ? 'CLOSED' : refunds.length > 0 ? 'REFUND' : STATES[state]
  const { mchId, appId } = context.state.wechat
  return {
    ...(state === 'paid' && { id }),
    appid: appId,
    mchid: mchId,
    out_trade_no: orderId,
    trade_type: 'NATIVE',
    trade_state: tradeState,
    amount: { total: paidCents, currency },
  }
}

function show(context: Context, orderId: string): Answer {
  const payment = findPayment(context, 'wechat', { orderId })
  return payment ? [200, transactionOf(context, payment)] : refused(404, 'ORDER_NOT_EXIST')
}

function close(context: Context, orderId: string): Answer {
  const payment = findPayment(context, 'wechat', { orderId })
  if (!payment) return refused(404, 'ORDER_NOT_EXIST')
  if (payment.state === 'paid') return refused(400, 'ORDERPAID')
  if (payment.state === 'cancelled') return refused(400, 'ORDER_CLOSED')
  if (context.now() - payment.createdAt < CLOSABLE_MS) return refused(400, 'INVALID_REQUEST')
  payment.state = 'cancelled'
  return [204]
}

interface RefundRequest {
  transaction_id?: string
  out_refund_no?: string
  amount?: { refund?: number; total?: number; currency?: string }
}

function refund(context: Context, { transaction_id = '', out_refund_no = '', amount }: RefundRequest): Answer {
  const payment = findPayment(context, 'wechat', { id: transaction_id })
  if (!payment || payment.state !== 'paid') return refused(404, 'RESOURCE_NOT_EXISTS')
  const { refunds, paidCents, currency, createdAt } = payment
  const known = refunds.find(({ requestId }) => requestId === out_refund_no)
  if (known) return [200, { id: known.id, out_refund_no }]
  const last = refunds.at(-1)
  if (last?.at !== undefined && context.now() - last.at < REFUND_MS) return refused(429, 'FREQUENCY_LIMITED')
  const cents = amount?.refund ?? 0
  const rest = refunds.reduce((sum, one) => sum - one.amountCents, paidCents)
  const isRight =
    /^[\w|*@-]{1,64}$/.test(out_refund_no) &&
    Number.isSafeInteger(cents) &&
    cents > 0 &&
    cents <= rest &&
    amount?.total === paidCents &&
    amount?.currency === currency &&
    refunds.length < REFUNDS_MAX &&
    context.now() - createdAt <= YEAR_MS
  if (!isRight) return refused(400, 'INVALID_REQUEST')
  const made = { id: newProviderId(28), requestId: out_refund_no, amountCents: cents, at: context.now() }
  refunds.push(made)
  return [200, { id: made.id, out_refund_no }]
}

/** Whether a refund has been carried out. */
export const isDone = (context: Context, { at = 0 }: SandboxRefund) => context.now() - at >= REFUND_MS

function showRefund(context: Context, outRefundNo: string): Answer {
  const made = context.state.payments
    .filter(({ provider }) => provider === 'wechat')
    .flatMap(({ refunds }) => refunds)
    .find(({ requestId }) => requestId === outRefundNo)
  if (!made) return refused(404, 'RESOURCE_NOT_EXISTS')
  return [200, { id: made.id, out_refund_no: outRefundNo, status: isDone(context, made) ? 'SUCCESS' : 'PROCESSING' }]
}
