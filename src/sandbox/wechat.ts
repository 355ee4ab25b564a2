import {
  createCipheriv,
  randomBytes,
  createPrivateKey,
  createPublicKey,
  verify,
  generateKeyPairSync,
  sign,
} from 'node:crypto'
import {
  type Context,
  type Delivery,
  DELAY_MINUTES,
  findPayment,
  newProviderId,
  queueCallback,
  type Route,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

export const wechat: SandboxProvider = {
  name: 'wechat',
  newSecrets,
  settings: (context) => {
    const { appId, mchId, merchantSerial, merchantKey, platformSerial, platformKey, apiKey } = secretsOf(context)
    const spki = createPublicKey(createPrivateKey(platformKey)).export({ type: 'spki', format: 'der' })
    return {
      WECHAT_APP_ID: appId,
      WECHAT_MCH_ID: mchId,
      WECHAT_MCC: '5815',
      WECHAT_CERT_SERIAL: merchantSerial,
      WECHAT_PRIVATE_KEY: merchantKey,
      WECHAT_API_KEY: apiKey,
      WECHAT_PLATFORM_KEYS: `${platformSerial}=${spki.toString('base64')}`,
      WECHAT_API_BASE: context.url(),
    }
  },
  routes: createWechatRoutes,
  pages: [{ path: '/wechat/scan', parameter: 'id', returns: false }],
  nameOf: () => 'WeChat Pay',
  decide,
  complete,
  runDue,
  // 15 attempts in a day.
  retryMinutes: [0.25, 0.25, 0.5, 3, 10, 20, 30, 30, 30, 60, 180, 180, 180, 360, 360],
  contentType: 'application/json',
  // A forged one carries the signature of another message.
  headers: (context, _, { body, forged }: Delivery) =>
    signatureHeaders(context, body, forged ? randomBytes(8).toString('hex') : body),
  isAccepted: (status) => status === 200 || status === 204,
}

const timeOf = (milliseconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toString({ smallestUnit: 'second', timeZone: 'Asia/Hong_Kong' })

/** A notification, sealed with the APIv3 key. */
function notificationOf(context: Context, type: string, resource: object): string {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', secretsOf(context).apiKey, nonce)
  cipher.setAAD(Buffer.from('transaction'))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()])
  return JSON.stringify({
    id: newProviderId(32),
    create_time: timeOf(context.now()),
    event_type: type,
    resource_type: 'encrypt-resource',
    resource: {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      nonce,
      associated_data: 'transaction',
    },
  })
}

/** WeChat Pay tells of success only. */
function decide(context: Context, payment: SandboxPayment): void {
  const { scenario, amountCents } = payment
  if (scenario === 'forged') {
    const resource = transactionOf(context, { ...payment, state: 'paid' })
    queueCallback(context, payment, { body: notificationOf(context, 'TRANSACTION.SUCCESS', resource), forged: true })
  } else if (scenario === 'delay') {
    payment.state = 'processing'
    payment.completesAt = context.now() + DELAY_MINUTES * 60_000
  } else if (scenario === 'decline') payment.state = 'declined'
  else {
    if (scenario === 'wrongAmount') payment.paidCents = amountCents - 100
    complete(context, payment)
  }
}

function complete(context: Context, payment: SandboxPayment): void {
  payment.state = 'paid'
  payment.completesAt = undefined
  const body = notificationOf(context, 'TRANSACTION.SUCCESS', transactionOf(context, payment))
  queueCallback(context, payment, { body })
}

/** Tells once of each refund that has been carried out. */
function runDue(context: Context): void {
  for (const payment of context.state.payments) {
    if (payment.provider !== 'wechat') continue
    for (const made of payment.refunds) {
      if (made.isTold || !isDone(context, made)) continue
      made.isTold = true
      const resource = {
        mchid: secretsOf(context).mchId,
        transaction_id: payment.id,
        out_trade_no: payment.orderId,
        refund_id: made.id,
        out_refund_no: made.requestId,
        refund_status: 'SUCCESS',
        success_time: timeOf(context.now()),
        amount: { total: payment.paidCents, refund: made.amountCents, currency: payment.currency },
      }
      queueCallback(context, payment, { body: notificationOf(context, 'REFUND.SUCCESS', resource) })
    }
  }
}

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
function createWechatRoutes(context: Context): Route[] {
  const { merchantKey, merchantSerial, mchId, platformSerial } = secretsOf(context)
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
      [undefined, platformSerial].includes(headers['wechatpay-serial']) &&
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
    body.appid === secretsOf(context).appId &&
    body.trade_type === 'NATIVE' &&
    /^\d{4}$/.test(body.merchant_category_code ?? '') &&
    /^[\w|*@-]{6,32}$/.test(out_trade_no) &&
    Number.isSafeInteger(total) &&
    total > 0 &&
    amount?.currency === 'HKD' &&
    description.length > 0 &&
    description.length <= 127 &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(time_expire) &&
    isNotifyUrl(notify_url)
  if (!isRight) return refused(400, 'PARAM_ERROR')
  const key = JSON.stringify([total, amount?.currency])
  const known = findPayment(context, 'wechat', { orderId: out_trade_no })
  if (known && (known.state !== 'open' || known.request !== key)) return refused(403, 'OUT_TRADE_NO_USED')
  const { id } = known ?? open(context, { out_trade_no, key, total, description, time_expire, notify_url })
  // The real one begins with weixin:// and opens in WeChat only.
  return [200, { code_url: `${context.url()}/wechat/scan?id=${id}` }]
}

/** Without one, the sandbox knows where the service is. */
const isNotifyUrl = (url: string | undefined): boolean => url === undefined || /^https:\/\/[^?]{1,248}$/.test(url)

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
function transactionOf(context: Context, payment: SandboxPayment): object {
  const { id, orderId, state, paidCents, currency, refunds, expiresAt } = payment
  const isOver = state === 'open' && expiresAt <= context.now()
  const tradeState = isOver ? 'CLOSED' : refunds.length > 0 ? 'REFUND' : STATES[state]
  const { mchId, appId } = secretsOf(context)
  return {
    appid: appId,
    mchid: mchId,
    out_trade_no: orderId,
    trade_type: 'NATIVE',
    trade_state: tradeState,
    trade_state_desc: tradeState,
    ...(state === 'paid' && { id, bank_type: 'OTHERS', success_time: timeOf(context.now()), payer: { openid: 'o' } }),
    amount: { total: paidCents, currency, payer_total: paidCents, payer_currency: currency },
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
  appid?: string
  transaction_id?: string
  out_refund_no?: string
  notify_url?: string
  amount?: { refund?: number; total?: number; currency?: string }
}

function refund(context: Context, request: RefundRequest): Answer {
  const { appid, transaction_id = '', out_refund_no = '', amount, notify_url } = request
  const payment = findPayment(context, 'wechat', { id: transaction_id })
  if (!payment || payment.state !== 'paid') return refused(404, 'RESOURCE_NOT_EXISTS')
  const { refunds, paidCents, currency, createdAt } = payment
  const known = refunds.find(({ requestId }) => requestId === out_refund_no)
  if (known) return [200, refundBody(payment, known)]
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
    appid === secretsOf(context).appId &&
    isNotifyUrl(notify_url) &&
    refunds.length < REFUNDS_MAX &&
    context.now() - createdAt <= YEAR_MS
  if (!isRight) return refused(400, 'INVALID_REQUEST')
  const made = { id: newProviderId(28), requestId: out_refund_no, amountCents: cents, at: context.now() }
  refunds.push(made)
  return [200, refundBody(payment, made)]
}

/** The number of a refund is `id`, as that of a payment is in a payment. */
function refundBody(
  { createdAt, currency }: SandboxPayment,
  { id, requestId, amountCents, at }: SandboxRefund,
): object {
  const amount = { refund: amountCents, currency, payer_refund: amountCents, payer_currency: currency }
  return { id, out_refund_no: requestId, create_time: timeOf(at ?? createdAt), amount }
}

/** Whether a refund has been carried out. */
const isDone = (context: Context, { at = 0 }: SandboxRefund) => context.now() - at >= REFUND_MS

function showRefund(context: Context, outRefundNo: string): Answer {
  for (const payment of context.state.payments.filter(({ provider }) => provider === 'wechat')) {
    const made = payment.refunds.find(({ requestId }) => requestId === outRefundNo)
    if (!made) continue
    const status = isDone(context, made) ? 'SUCCESS' : 'PROCESSING'
    const { id: transaction_id, orderId: out_trade_no } = payment
    return [200, { ...refundBody(payment, made), transaction_id, out_trade_no, status }]
  }
  return refused(404, 'RESOURCE_NOT_EXISTS')
}

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

/** Keys in PEM: the merchant's signs our requests, the platform's what WeChat Pay sends. */
interface WechatSecrets {
  readonly merchantKey: string
  readonly platformKey: string
  readonly appId: string
  readonly mchId: string
  readonly merchantSerial: string
  readonly platformSerial: string
  readonly apiKey: string
}

const secretsOf = (context: Context): WechatSecrets => context.secretsOf('wechat') as WechatSecrets

function newSecrets(): WechatSecrets {
  return {
    merchantKey: newKey(),
    platformKey: newKey(),
    appId: `wx${randomBytes(8).toString('hex')}`,
    mchId: String(1_900_000_000 + randomBytes(3).readUIntBE(0, 3)),
    merchantSerial: randomBytes(20).toString('hex').toUpperCase(),
    platformSerial: randomBytes(20).toString('hex').toUpperCase(),
    apiKey: randomBytes(16).toString('hex'),
  }
}

/** Seconds of real time, which signatures use. */
const secondsNow = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)

/** WeChat Pay's signature of a response or a notification. */
function signatureHeaders(context: Context, body: string, signed = body): Record<string, string> {
  const { platformKey, platformSerial } = secretsOf(context)
  const [timestamp, nonce] = [String(secondsNow()), randomBytes(16).toString('hex')]
  const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${signed}\n`), createPrivateKey(platformKey))
  return {
    'wechatpay-serial': platformSerial,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signature.toString('base64'),
  }
}
