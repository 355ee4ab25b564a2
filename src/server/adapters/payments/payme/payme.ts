import type {
  CallbackReport,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
  Creation,
} from '#server/domains/payments/ports.ts'
import type { WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject, type ProviderResponse, requestProvider } from '#server/kit/provider-request.ts'
import type { Terminal } from '#contract/payments.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import * as z from 'zod'
import { urlSetting } from '#server/kit/setting-fields.ts'
import { definePaymentAdapter } from '../payment-adapter.ts'
import { randomUUID, createHash, createHmac } from 'node:crypto'

export const payme = definePaymentAdapter({
  name: 'payme',
  kinds: ['payme'],
  required: {
    PAYME_CLIENT_ID: z.string(),
    PAYME_CLIENT_SECRET: z.string(),
    PAYME_SIGNING_KEY_ID: z.string(),
    PAYME_SIGNING_KEY: z.base64({ error: 'a key in base64' }),
  },
  optional: { PAYME_API_BASE: urlSetting.default('https://api.payme.hsbc.com.hk') },
  open: (settings, { notifyUrl, sandbox }) => {
    const { payments, callbacks } = createPayme({
      clientId: settings.PAYME_CLIENT_ID,
      clientSecret: settings.PAYME_CLIENT_SECRET,
      signingKeyId: settings.PAYME_SIGNING_KEY_ID,
      signingKey: settings.PAYME_SIGNING_KEY,
      apiBase: settings.PAYME_API_BASE,
      notifyUrl,
      sandbox,
    })
    return { providers: [payments], callbacks }
  },
})

export interface Payme {
  readonly payments: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

/** PayMe for Business: payment requests, refunds, and unsigned notifications. */
export function createPayme(options: PaymeOptions): Payme {
  const send = createPaymeClient(options)
  const requests = '/payments/paymentrequests'
  const pathOf = (id: string) => `${requests}/${encodeURIComponent(id)}`

  const create = async (order: NewProviderOrder) =>
    creationOf(await send({ method: 'POST', path: requests, body: requestBody(order, options) }), order.terminal)

  /** Without its id, the link of a payment request was never shown. */
  async function query({ orderId, providerReference }: ProviderOrder): Promise<PaymentReport> {
    if (providerReference === null) return { state: 'absent' }
    return reportOfQuery(await send({ method: 'GET', path: pathOf(providerReference) }), orderId)
  }

  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { providerReference } = order
    if (providerReference === null) return { state: 'closed' }
    const response = answered(await send({ method: 'PUT', path: `${pathOf(providerReference)}/cancel` }))
    if (!response) return { state: 'unknown' }
    // Refused: it is paid or over, which the query tells.
    return response.status < 300 || isAbsent(response) ? { state: 'closed' } : query(order)
  }

  /** Queried before it is requested: an earlier response may be lost, or missing in a restored backup. */
  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const { refundId, amountCents, currency, paymentReference, isQueryOnly } = request
    const path = `/payments/transactions/${encodeURIComponent(paymentReference)}`
    const made = reportOfTransactions(await send({ method: 'GET', path }), refundId)
    if (made) return made
    if (isQueryOnly) return { state: 'refused', reason: 'PayMe: no such refund' }
    const amount = toPaymeAmount(amountCents)
    const body = { amount, currencyCode: currency, reasonCode: '00', reasonMessage: refundId }
    return reportOfRefund(await send({ method: 'POST', path: `${path}/refunds`, body }))
  }

  return {
    // Money is taken when the payer agrees: capturing is querying.
    payments: {
      kind: 'payme',
      sandbox: options.sandbox,
      create,
      query,
      capture: query,
      cancel,
      refund,
      queriesRefunds: true,
    },
    callbacks: { kinds: ['payme'], provider: { name: 'payme', acknowledgement: { status: 200 }, verify }, read },
  }
}

/** No signature is published: a notification only triggers a query. */
const verify = ({ body }: WebhookRequest) => ({ outcome: read(body) ? 'unsigned' : 'ignored' }) as const

/** A success names our order in its transactions; others name the payment request, or the order. */
function read(body: Buffer): CallbackReport | undefined {
  const { paymentRequestId, orderId, transactions } = parseObject<PaymeBody>(body.toString()) ?? {}
  const [paid] = Array.isArray(transactions) ? transactions : []
  const named = [paymentRequestId, (paid as Partial<PaymeTransaction> | null | undefined)?.orderId, orderId]
  const reference = named.find((id) => typeof id === 'string' && /^[\w-]{8,64}$/.test(id))
  if (reference === undefined) return undefined
  const isOurs = /^[0-9a-f]{32}$/.test(reference)
  return isOurs ? { of: 'payment', orderId: reference } : { of: 'payment', providerReference: reference }
}

function requestBody(order: NewProviderOrder, { notifyUrl }: PaymeOptions): object {
  const { orderId, amountCents, currency, description, continueUrl, cancelUrl } = order
  return {
    totalAmount: toPaymeAmount(amountCents),
    currencyCode: currency,
    effectiveDuration: LIFETIME_MINUTES * 60,
    appSuccessCallback: continueUrl,
    appFailCallback: cancelUrl,
    merchantData: { orderId, orderDescription: description },
    ...(notifyUrl !== undefined && { notificationUri: notifyUrl }),
  }
}

const LIFETIME_MINUTES = 30

/** Dollars, with two decimals in JSON. */
export const toPaymeAmount = (amountCents: number): number => Number(decimalOf(amountCents))

/** @returns undefined unless it has at most two decimals */
export function toCents(value: number | string | undefined): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(String(value))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const reasonOf = (response: PaymeResponse | undefined): string =>
  response ? `PayMe: HTTP ${response.status} ${response.body.errors?.[0]?.errorCode ?? ''}`.trim() : 'PayMe: no answer'

const codeOf = ({ body }: PaymeResponse): string => body.errors?.[0]?.errorCode ?? ''

/** Faults of PayMe, some of which it answers with HTTP 400. */
const FAULTS = new Set(['EA000', 'EB099'])

function answered(response: PaymeResponse | undefined): PaymeResponse | undefined {
  const { status } = response ?? {}
  if (!response || status === undefined) return undefined
  const isFault = [401, 403, 408, 429].includes(status) || status >= 500 || FAULTS.has(codeOf(response))
  return isFault ? undefined : response
}

/** `PayCode not found`, with HTTP 400; a 404 is about the address or the API version. */
const isAbsent = (response: PaymeResponse): boolean => codeOf(response) === 'EB008'

/** The app's link on a phone; else the link whose QR code (PayCode) the app scans. */
function creationOf(response: PaymeResponse | undefined, terminal: Terminal): Creation {
  const answer = answered(response)
  if (!answer) return { outcome: 'unknown', reason: reasonOf(response) }
  const { paymentRequestId, webLink, appLink } = answer.body
  if (answer.status >= 300) return { outcome: 'refused', reason: reasonOf(response) }
  const accepted = { outcome: 'accepted', lifetimeSeconds: LIFETIME_MINUTES * 60 } as const
  if (paymentRequestId === undefined || webLink === undefined)
    return { outcome: 'unknown', reason: 'PayMe: nowhere to pay' }
  const action =
    terminal === 'wap'
      ? ({ type: 'app', url: appLink ?? webLink } as const)
      : ({ type: 'qr', qrText: webLink, url: webLink } as const)
  return { ...accepted, providerReference: paymentRequestId, action }
}

function reportOfQuery(response: PaymeResponse | undefined, orderId: string): PaymentReport {
  if (response && isAbsent(response)) return { state: 'absent' }
  const { body } = response ?? {}
  if (!body || response?.status !== 200 || body.merchantData?.orderId !== orderId || !body.statusCode)
    return { state: 'unknown' }
  switch (body.statusCode) {
    case 'PR005':
      return reportOfPaid(body)
    case 'PR004':
      return { state: 'failed' }
    case 'PR007':
      return { state: 'closed' }
    default:
      // PR001, and any unknown code: it is cancelled at its expiry.
      return { state: 'open' }
  }
}

function reportOfPaid({ totalAmount, currencyCode, transactions }: PaymeBody): PaymentReport {
  const amountCents = toCents(totalAmount)
  const first = transactions?.find((one) => typeof one === 'string' || one.transactionType !== REFUND)
  const paymentReference = typeof first === 'string' ? first : first?.transactionId
  if (amountCents === undefined || currencyCode === undefined || !paymentReference) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency: currencyCode, paymentReference }
}

function reportOfRefund(response: PaymeResponse | undefined): RefundReport {
  const answer = answered(response)
  if (!answer) return { state: 'unknown', reason: reasonOf(response) }
  const { refundId, transactionId = null } = answer.body
  return answer.status < 300
    ? { state: 'succeeded', providerReference: refundId ?? transactionId }
    : { state: 'refused', reason: reasonOf(response) }
}

/**
 * PayMe has no idempotency keys: each refund carries our id in its reason. One without a reason may be this one.
 * @returns undefined when it is not there and may be requested again
 */
function reportOfTransactions(response: PaymeResponse | undefined, refundId: string): RefundReport | undefined {
  const transactions = response?.status === 200 ? response.body.transactions : undefined
  if (!Array.isArray(transactions)) return { state: 'unknown', reason: `${reasonOf(response)}, refunds not listed` }
  const refunds = transactions.filter((one: PaymeTransaction | null) => one?.transactionType === REFUND)
  const ours = refunds.find(({ reasonMessage }) => reasonMessage === refundId)
  if (ours) return { state: 'succeeded', providerReference: ours.transactionId ?? null }
  const isUnnamed = refunds.some(({ reasonMessage }) => !reasonMessage)
  return isUnnamed ? { state: 'unknown', reason: 'PayMe: a refund without a reason', isDoubtful: true } : undefined
}

/** The type of a transaction; `003` is a payment. */
const REFUND = '004'

interface PaymeOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingKeyId: string
  readonly signingKey: string
  readonly apiBase: string
  /** Undefined: only the provider sandbox knows it. */
  readonly notifyUrl: string | undefined
  readonly sandbox: boolean
}

interface PaymeTransaction {
  /** Of a refund, the `refundId` of its response. */
  readonly transactionId?: string
  readonly transactionType?: string
  /** Ours, as `merchantData` has it. */
  readonly orderId?: string
  /** Of refunds. */
  readonly reasonMessage?: string
}

interface PaymeBody {
  readonly paymentRequestId?: string
  readonly webLink?: string
  readonly appLink?: string
  /** Dollars. */
  readonly totalAmount?: number | string
  readonly currencyCode?: string
  readonly statusCode?: string
  readonly merchantData?: { readonly orderId?: string }
  readonly transactions?: readonly (string | PaymeTransaction)[]
  /** Of notifications. */
  readonly orderId?: string
  readonly refundId?: string
  readonly transactionId?: string
  readonly errors?: readonly { readonly errorCode?: string }[]
}

interface PaymeResponse {
  readonly status: number
  readonly body: PaymeBody
}

interface PaymeCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: object
}

type PaymeClient = (call: PaymeCall) => Promise<PaymeResponse | undefined>

const API_VERSION = '0.12'
/** A token is valid for an hour, and replaced a little earlier. */
const TOKEN_SECONDS = 3_600 - 300

function createPaymeClient(options: PaymeOptions): PaymeClient {
  const { clientId, clientSecret, signingKeyId, signingKey, apiBase } = options
  let token: { value: string; until: number } | undefined

  async function tokenOf(): Promise<string | undefined> {
    if (token && token.until > performance.now()) return token.value
    const response = await requestProvider(`${apiBase}/oauth2/token`, {
      method: 'POST',
      headers: { 'api-version': API_VERSION, accept: 'application/json' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret }),
    })
    const value = parseObject<{ accessToken: string }>(response?.text ?? '')?.accessToken
    if (response?.status !== 200 || !value) return undefined
    token = { value, until: performance.now() + TOKEN_SECONDS * 1000 }
    return value
  }

  async function send({ method, path, body: fields }: PaymeCall): Promise<ProviderResponse | undefined> {
    const bearer = await tokenOf()
    if (bearer === undefined) return undefined
    const body = fields ? JSON.stringify(fields) : ''
    const headers = {
      'Api-Version': API_VERSION,
      // Signatures use real time: tests cannot move it.
      'Request-Date-Time': Temporal.Now.instant().toString({ fractionalSecondDigits: 3 }),
      'Content-Type': 'application/json',
      Digest: digestOf(body),
      Accept: 'application/json',
      'Trace-Id': randomUUID(),
      Authorization: `Bearer ${bearer}`,
    }
    const signature = signatureHeader({ method, path, headers }, { keyId: signingKeyId, key: signingKey })
    return requestProvider(apiBase + path, {
      method,
      headers: { ...headers, Signature: signature },
      ...(fields && { body }),
    })
  }

  return async (call) => {
    let response = await send(call)
    if (response?.status === 401) {
      token = undefined
      response = await send(call)
    }
    return response && { status: response.status, body: parseObject<PaymeBody>(response.text) ?? {} }
  }
}

interface PaymeRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<SignedHeader, string>>
}

const SIGNED = [
  'Api-Version',
  'Request-Date-Time',
  'Content-Type',
  'Digest',
  'Accept',
  'Trace-Id',
  'Authorization',
] as const
type SignedHeader = (typeof SIGNED)[number]

export const signedContent = ({ method, path, headers }: PaymeRequest): string =>
  [
    `(request-target): ${method.toLowerCase()} ${path}`,
    ...SIGNED.map((name) => `${name.toLowerCase()}: ${headers[name]}`),
  ].join('\n')

export const digestOf = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`

/** The header Signature: HTTP Signatures by hmac-sha256. `key` in base64. */
export function signatureHeader(request: PaymeRequest, { keyId, key }: { keyId: string; key: string }): string {
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signedContent(request)).digest('base64')
  return `keyId="${keyId}",algorithm="hmac-sha256",headers="(request-target) ${SIGNED.join(' ')}",signature="${signature}"`
}
