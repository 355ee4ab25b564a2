import * as z from 'zod'
import type {
  Creation,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
  CallbackReport,
  TakenPayment,
} from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import {
  createPayasiaClient,
  type PayasiaClient,
  type PayasiaOptions,
  isSigned,
  signatureOf,
  type PayasiaAnswer,
  type PayasiaRecord,
  type PayasiaFields,
} from './payasia-client.ts'
import { urlSetting } from '#server/kit/setting-fields.ts'
import { definePaymentAdapter } from '../payment-adapter.ts'
import { isIPv4 } from 'node:net'
import { decimalOf } from '#server/kit/decimal-amounts.ts'

export const payasia = definePaymentAdapter({
  name: 'payasia',
  kinds: ['payasia', 'octopus'],
  required: {
    PAYASIA_MERCHANT_TOKEN: z.string().regex(/^[\w-]+$/, { error: 'letters, digits and hyphens' }),
    PAYASIA_SECRET: z.string(),
  },
  optional: {
    PAYASIA_PAGE_BASE: urlSetting.default('https://payment.pa-sys.com'),
    PAYASIA_API_BASE: urlSetting.default('https://gateway.pa-sys.com'),
  },
  needsPublicUrl: true,
  open: (settings, { notifyUrl, sandbox }) => {
    const { PAYASIA_PAGE_BASE: pageBase } = settings
    const opened = createPayasia({
      merchantToken: settings.PAYASIA_MERCHANT_TOKEN,
      secret: settings.PAYASIA_SECRET,
      pageBase,
      apiBase: settings.PAYASIA_API_BASE,
      notifyUrl,
      sandbox,
    })
    return { providers: [opened.payasia, opened.octopus], callbacks: opened.callbacks, formBases: [pageBase] }
  },
})

export interface Payasia {
  readonly payasia: PaymentProvider
  readonly octopus: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

/** The hosted page, to which the browser posts a signed form; datafeeds, queries and refunds. */
export function createPayasia(options: PayasiaOptions): Payasia {
  const client = createPayasiaClient(options)

  /** A repeated datafeed has the same reference and status. */
  function verify({ body }: WebhookRequest): Verification {
    const feed = readDatafeed(body)
    if (!feed || !isSigned(feed.signed, feed.sign, options.secret)) return { outcome: 'forged' }
    if (!readPayasiaCallback(body)) return { outcome: 'ignored' }
    return { outcome: 'verified', dedupKey: `${feed.signed.request_reference}:${feed.signed.status}` }
  }

  return {
    payasia: createKind({ kind: 'payasia', network: 'UserDefine' }, options, client),
    octopus: createKind({ kind: 'octopus', network: 'Octopus' }, options, client),
    callbacks: {
      kinds: ['payasia', 'octopus'],
      provider: { name: 'payasia', acknowledgement: { status: 200 }, verify },
      read: readPayasiaCallback,
    },
  }
}

type Kind = { kind: PaymentProvider['kind']; network: PayasiaNetwork }

function createKind({ kind, network }: Kind, options: PayasiaOptions, client: PayasiaClient): PaymentProvider {
  const { pageBase, merchantToken, secret, notifyUrl, sandbox } = options
  const page = `${pageBase}/app/page/${network === 'UserDefine' ? 'generic/' : ''}${merchantToken}`

  /** Nothing is sent: the order exists at Payment Asia once the browser has posted the form. */
  async function create(order: NewProviderOrder): Promise<Creation> {
    const fields = fieldsOf(order, { network, notifyUrl })
    if (!fields) return { outcome: 'refused', reason: 'Payment Asia: amount, currency, address or payer' }
    return {
      outcome: 'accepted',
      providerReference: null,
      action: { type: 'form', url: page, fields: { ...fields, sign: signatureOf(fields, secret) } },
      lifetimeSeconds: LIFETIME_MINUTES * 60,
    }
  }

  async function query({ orderId }: ProviderOrder): Promise<PaymentReport> {
    const records = await client.query(orderId)
    return records ? reportOfRecords(records, orderId) : { state: 'unknown' }
  }

  async function paymentsOf({ orderId }: ProviderOrder) {
    const records = await client.query(orderId)
    return records && paymentsOfRecords(records, orderId)
  }

  async function cancel({ orderId }: ProviderOrder): Promise<PaymentReport> {
    const records = await client.query(orderId)
    if (!records) return { state: 'unknown' }
    const report = reportOfRecords(records, orderId)
    const isUnpaid = report.state === 'absent' || (report.state === 'open' && !isProcessing(records, orderId))
    return isUnpaid ? { state: 'abandoned' } : report
  }

  /** Without idempotency keys, a refund in the records is never requested again. */
  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const { orderId, amountCents, providerReference, isQueryOnly } = request
    if (providerReference !== null)
      return reportOfRefund(await client.transaction('refund-query', { refund_reference: providerReference }))
    const records = await client.query(orderId)
    if (!records) return { state: 'unknown', reason: 'Payment Asia: no answer' }
    const known = reportOfRefundRecords(records, request)
    if (known) return known
    if (isQueryOnly) return { state: 'refused', reason: 'Payment Asia: no such refund' }
    const amount = toPayasiaAmount(amountCents, 'UserDefine')!
    return reportOfRefund(await client.transaction('refund', { merchant_reference: orderId, amount }))
  }

  // Money is taken when the payer agrees: capturing is querying.
  const stepCents = network === 'Octopus' ? 10 : 1
  const gateway = network === 'Octopus' && { gateway: 'payasia' }
  return {
    kind,
    sandbox,
    ...gateway,
    stepCents,
    needsPayer: true,
    create,
    query,
    paymentsOf,
    capture: query,
    cancel,
    refund,
    queriesRefunds: true,
  }
}

/** `UserDefine`: the payer chooses on Payment Asia's page. */
export type PayasiaNetwork = 'UserDefine' | 'Octopus'

export const LIFETIME_MINUTES = 30

const SUBJECT_MAX = 255
const URL_MAX = 255

/** `"100.00"`; Octopus in steps of ten cents: `"100.0"`. @returns undefined for an impossible amount */
export function toPayasiaAmount(amountCents: number, network: PayasiaNetwork): string | undefined {
  const decimal = decimalOf(amountCents)
  if (network !== 'Octopus') return decimal
  return amountCents % 10 === 0 ? decimal.slice(0, -1) : undefined
}

export function toCents(value: string | number | undefined): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(value ?? ''))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const LANG = { zh_HK: 'zh-tw', en_US: 'zh-en' } as const

/** The form's fields, without `sign`. @returns undefined for an order that Payment Asia cannot take */
export function fieldsOf(
  order: NewProviderOrder,
  { network, notifyUrl }: { network: PayasiaNetwork; notifyUrl: string | undefined },
): PayasiaFields | undefined {
  const { orderId, amountCents, currency, description, language, continueUrl, payer } = order
  const amount = toPayasiaAmount(amountCents, network)
  if (amount === undefined || currency !== 'HKD' || continueUrl.length > URL_MAX || !payer) return undefined
  const [first, last] = namesOf(payer.name)
  return {
    merchant_reference: orderId,
    currency,
    amount,
    network,
    return_url: continueUrl,
    ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
    subject: description.slice(0, SUBJECT_MAX),
    lang: LANG[language],
    customer_ip: ipv4Of(payer.address),
    customer_first_name: first,
    customer_last_name: last,
    customer_phone: payer.phone,
    customer_email: payer.email,
  }
}

/** Both are mandatory; a name in one word is the first one. */
function namesOf(name: string): readonly [first: string, last: string] {
  const all = name.trim().split(/\s+/)
  const last = all.length > 1 ? all.pop()! : '-'
  return [all.join(' ').slice(0, 255) || '-', last.slice(0, 255)]
}

const ipv4Of = (address: string): string => {
  const plain = address.replace(/^::ffff:/i, '')
  return isIPv4(plain) ? plain : '0.0.0.0'
}

const STATUS = { pending: '0', success: '1', fail: '2', processing: '4' } as const

const statusOf = ({ status }: { readonly status?: string | number }): string => String(status ?? '')

export function reportOfRecord(record: PayasiaRecord): PaymentReport {
  switch (statusOf(record)) {
    case STATUS.success: {
      const amountCents = toCents(record.amount)
      const { currency, request_reference: paymentReference } = record
      if (!amountCents || currency === undefined || !paymentReference) return { state: 'unknown' }
      return { state: 'succeeded', amountCents, currency, paymentReference }
    }
    case STATUS.fail:
      return { state: 'failed' }
    case STATUS.pending:
    case STATUS.processing:
      return { state: 'open' }
    default:
      return { state: 'unknown' }
  }
}

const salesOf = (records: readonly PayasiaRecord[], orderId: string): readonly PayasiaRecord[] =>
  records.filter((record) => record.merchant_reference === orderId && isSale(record))

const isSale = ({ type = 'Sale' }: PayasiaRecord): boolean => ['Sale', '1'].includes(String(type))

/** The form can be posted in two tabs. */
export const paymentsOfRecords = (records: readonly PayasiaRecord[], orderId: string): readonly TakenPayment[] =>
  salesOf(records, orderId)
    .map(reportOfRecord)
    .flatMap((report) => {
      if (report.state !== 'succeeded') return []
      const { amountCents, currency, paymentReference } = report
      return [{ amountCents, currency, paymentReference }]
    })

/**
 * A successful payment counts before a possible one, and that before a failed one. One that was refunded at Payment Asia, or by us before
 * a backup was restored, does not count.
 */
export function reportOfRecords(records: readonly PayasiaRecord[], orderId: string): PaymentReport {
  const reports = salesOf(records, orderId).map(reportOfRecord)
  const [paid] = paymentsOfRecords(records, orderId)
  if (paid) {
    const rest = paymentsOfRecords(records, orderId).reduce((sum, one) => sum + one.amountCents, -refundedOf(records))
    const amountCents = Math.min(paid.amountCents, rest)
    return amountCents > 0 ? { state: 'succeeded', ...paid, amountCents } : { state: 'closed' }
  }
  const states = ['unknown', 'open', 'failed'] as const
  for (const state of states) {
    const found = reports.find((report) => report.state === state)
    if (found) return found
  }
  return { state: 'absent' }
}

export const isProcessing = (records: readonly PayasiaRecord[], orderId: string): boolean =>
  salesOf(records, orderId).some((record) => statusOf(record) === STATUS.processing)

const refundsOf = (records: readonly PayasiaRecord[]): readonly PayasiaRecord[] =>
  records.filter((record) => !isSale(record) && statusOf(record) !== STATUS.fail)

const refundedOf = (records: readonly PayasiaRecord[]): number =>
  // Some integrations show them as negative.
  refundsOf(records).reduce((sum, { amount }) => sum + (toCents(String(amount).replace(/^-/, '')) ?? 0), 0)

const SKEW = { minutes: 10 } as const

interface Sought {
  readonly amountCents: number
  readonly refundedCents: number
  readonly requestedAt: Temporal.Instant
  readonly askedAt: Temporal.Instant | null
}

/**
 * The refund whose response, with its reference, was lost: what the records hold above the earlier refunds. It is ours if it was made
 * after our request or, where a restored backup lacks that, after it was requested. A smaller one was made at Payment Asia: ours is
 * refused. Anything else is doubtful.
 * @returns undefined when nothing has been refunded yet
 */
export function reportOfRefundRecords(
  records: readonly PayasiaRecord[],
  { amountCents, refundedCents, requestedAt, askedAt }: Sought,
): RefundReport | undefined {
  const others = refundedOf(records) - refundedCents
  if (others <= 0) return undefined
  if (others < amountCents) return { state: 'refused', reason: `Payment Asia: ${others} cents were refunded otherwise` }
  const time = lastRefundTime(records)
  const since = (askedAt ?? requestedAt).subtract(SKEW).epochMilliseconds
  const isOurs = others === amountCents && time !== undefined && time >= since
  if (!isOurs)
    return {
      state: 'unknown',
      reason: `Payment Asia: ${others} cents are refunded, by us or otherwise`,
      isDoubtful: true,
    }
  const isDone = refundsOf(records).every((record) => statusOf(record) === STATUS.success)
  // Its reference differs from that of `refund`: it is found here again.
  return { state: isDone ? 'succeeded' : 'pending', providerReference: null }
}

/** In milliseconds; `created_time` is in seconds. */
function lastRefundTime(records: readonly PayasiaRecord[]): number | undefined {
  const times = refundsOf(records).flatMap(({ created_time: time }) => (time === undefined ? [] : [time]))
  return times.length > 0 ? Math.max(...times) * 1000 : undefined
}

const DONE = '20000'

export function reportOfRefund(answer: PayasiaAnswer | undefined): RefundReport {
  const code = String(answer?.response?.code ?? '')
  const reason = `Payment Asia: ${answer ? `${code} ${answer.response?.message ?? ''}`.trim() : 'no answer'}`
  const { payload } = answer ?? {}
  if (code !== DONE || !payload) return { state: code.startsWith('4') ? 'refused' : 'unknown', reason }
  const providerReference = payload.refund_reference ?? null
  if (statusOf(payload) === STATUS.success) return { state: 'succeeded', providerReference }
  if (statusOf(payload) === STATUS.fail) return { state: 'refused', reason: 'Payment Asia: refund FAIL' }
  return { state: 'pending', providerReference }
}

const SIGNED = ['merchant_reference', 'request_reference', 'currency', 'amount', 'status'] as const

export interface Datafeed {
  readonly signed: PayasiaFields & Readonly<Record<(typeof SIGNED)[number], string>>
  readonly sign: string
}

export function readDatafeed(body: Buffer): Datafeed | undefined {
  const form = new URLSearchParams(body.toString())
  const signed = Object.fromEntries(SIGNED.map((name) => [name, form.get(name) ?? '']))
  const sign = form.get('sign') ?? ''
  if (Object.values(signed).some((value) => value === '') || sign === '') return undefined
  return { signed: signed as Datafeed['signed'], sign }
}

export function readPayasiaCallback(body: Buffer): CallbackReport | undefined {
  const feed = readDatafeed(body)
  const { merchant_reference: orderId = '' } = feed?.signed ?? {}
  if (!feed || !/^[0-9a-f]{32}$/.test(orderId)) return undefined
  return { of: 'payment', orderId, report: reportOfRecord(feed.signed) }
}
