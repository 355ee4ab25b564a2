import { createHash } from 'node:crypto'
import type { MandateCallbacks, PullProvider } from '#server/domains/agreements/ports.ts'
import type {
  CallbackReport,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  Creation,
  RefundReport,
} from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import {
  type AntomBody,
  type AntomOptions,
  createAntomClient,
  isSigned,
  orderOf,
  readKeys,
  reportOfNotification,
  reportOfPaid,
  toAntomAmount,
} from './antom-client.ts'
import { createAntomMandates, readAuthorization } from './antom-mandates.ts'
import type { Terminal } from '#contract/payments.ts'
import * as z from 'zod'
import { readableSetting, urlSetting } from '#server/kit/setting-fields.ts'
import { readPrivateKey, readPublicKey, definePaymentAdapter } from '../payment-adapter.ts'

export const antom = definePaymentAdapter({
  name: 'antom',
  kinds: ['alipay', 'octopus'],
  required: {
    ANTOM_CLIENT_ID: z.string(),
    ANTOM_PRIVATE_KEY: readableSetting(readPrivateKey, 'a private key (PKCS #8)'),
    ANTOM_PUBLIC_KEY: readableSetting(readPublicKey, 'a public key (SPKI)'),
  },
  optional: {
    ANTOM_OCTOPUS_METHOD: z
      .string()
      .regex(/^[A-Z_]+$/, { error: "Antom's name of the payment method, such as OCTOPUS" })
      .optional(),
    ANTOM_API_BASE: urlSetting.default('https://open-sea-global.alipay.com'),
  },
  open: (settings, { notifyUrl, sandbox }) => {
    const { payments, ...rest } = createAntom({
      clientId: settings.ANTOM_CLIENT_ID,
      privateKey: settings.ANTOM_PRIVATE_KEY,
      publicKey: settings.ANTOM_PUBLIC_KEY,
      octopusMethod: settings.ANTOM_OCTOPUS_METHOD,
      apiBase: settings.ANTOM_API_BASE,
      notifyUrl,
      sandbox,
    })
    return { providers: payments, ...rest }
  },
})

export interface Antom {
  /** By Cashier Payment: AlipayHK, and Octopus where its method is named. */
  readonly payments: readonly PaymentProvider[]
  readonly callbacks: PaymentCallbacks
  readonly mandates: PullProvider
  readonly mandateCallbacks: MandateCallbacks
}

interface Method {
  readonly kind: 'alipay' | 'octopus'
  readonly type: string
  /** Octopus moves multiples of ten cents. */
  readonly stepCents: number
}

const TERMINAL = { web: { terminalType: 'WEB' }, wap: { terminalType: 'WAP' } } as const

/** Antom (Alipay Global): Cashier Payment, Auto Debit of AlipayHK, and notifications. @throws for invalid keys */
export function createAntom(options: AntomOptions): Antom {
  const keys = readKeys(options)
  const call = createAntomClient(options, keys)

  const methods: readonly Method[] = [
    { kind: 'alipay', type: 'ALIPAY_HK', stepCents: 1 },
    ...(options.octopusMethod ? [{ kind: 'octopus', type: options.octopusMethod, stepCents: 10 } as const] : []),
  ]

  const create = (method: Method) => async (order: NewProviderOrder) =>
    creationOf(await call('payments/pay', payBody(order, options, method)), order.terminal)

  const query = async ({ orderId }: ProviderOrder): Promise<PaymentReport> =>
    reportOfInquiry(await call('payments/inquiryPayment', { paymentRequestId: orderId }), orderId)

  /** Antom itself returns a payment that was made in this moment. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { result } = (await call('payments/cancel', { paymentRequestId: order.orderId })) ?? {}
    if (result?.resultStatus === 'S' || result?.resultCode === 'ORDER_NOT_EXIST') return { state: 'closed' }
    return result?.resultStatus === 'F' ? query(order) : { state: 'unknown' }
  }

  const refund = (method: Method) => async (request: ProviderRefund) => {
    const { refundId, paymentReference, amountCents, currency, providerReference, isQueryOnly } = request
    if (amountCents % method.stepCents !== 0) return { state: 'refused', reason: 'Octopus: steps of 10 cents' } as const
    if (providerReference !== null || isQueryOnly) {
      const report = reportOfRefundInquiry(await call('payments/inquiryRefund', { refundRequestId: refundId }))
      return method.kind === 'octopus' ? reportOfClaim(report) : report
    }
    const body = {
      refundRequestId: refundId,
      paymentId: paymentReference,
      refundAmount: toAntomAmount(amountCents, currency),
      // Without it only an address in Antom's dashboard is told.
      ...(options.notifyUrl !== undefined && { refundNotifyUrl: options.notifyUrl }),
    }
    return reportOfRefund(await call('payments/refund', body), refundId)
  }

  function verify({ url, headers, body }: WebhookRequest): Verification {
    const { pathname, search } = new URL(url, 'http://localhost')
    const message = {
      method: 'POST',
      path: pathname + search,
      clientId: options.clientId,
      time: headers['request-time'] ?? '',
      body: body.toString(),
    }
    const isOurs = headers['client-id'] === options.clientId
    if (!isOurs || !isSigned(message, headers.signature, keys.theirs)) return { outcome: 'forged' }
    if (!readNotification(body) && !readAuthorization(body)) return { outcome: 'ignored' }
    // Notifications have no id: a repeated one has the same bytes.
    return { outcome: 'verified', dedupKey: createHash('sha256').update(body).digest('hex') }
  }

  const provider = { name: 'antom', acknowledgement: ACKNOWLEDGEMENT, verify } as const
  return {
    // Money is taken when the payer agrees: capturing is querying.
    payments: methods.map((method) => ({
      kind: method.kind,
      sandbox: options.sandbox,
      ...(method.kind === 'octopus' && { gateway: 'antom' }),
      stepCents: method.stepCents,
      create: create(method),
      query,
      capture: query,
      cancel,
      refund: refund(method),
      queriesRefunds: true,
    })),
    callbacks: { kinds: methods.map(({ kind }) => kind), provider, read: readNotification },
    mandates: createAntomMandates(options, call),
    mandateCallbacks: { kind: 'alipay', provider, read: readAuthorization },
  }
}

const ACKNOWLEDGEMENT = {
  status: 200,
  contentType: 'application/json',
  body: '{"result":{"resultCode":"SUCCESS","resultStatus":"S","resultMessage":"success"}}',
} as const

function readNotification(body: Buffer): CallbackReport | undefined {
  const notification = parseObject<AntomBody>(body.toString())
  const { notifyType, paymentRequestId, paymentId, refundRequestId = '' } = notification ?? {}
  if (notification && notifyType === 'PAYMENT_RESULT' && paymentRequestId !== undefined)
    return { of: 'payment', orderId: paymentRequestId, report: reportOfNotification(notification) }
  if (notifyType !== 'REFUND_RESULT') return undefined
  // It names the refund, not its payment; a refund made in Antom's dashboard has an id of Antom's.
  if (/^[0-9a-f]{32}$/.test(refundRequestId)) return { of: 'refund', refundId: refundRequestId }
  return paymentId === undefined ? undefined : { of: 'refund', paymentReference: paymentId }
}

function payBody(order: NewProviderOrder, { notifyUrl }: AntomOptions, method: Method): object {
  const { orderId, amountCents, currency, description, terminal, continueUrl } = order
  const amount = toAntomAmount(amountCents, currency)
  return {
    productCode: 'CASHIER_PAYMENT',
    paymentRequestId: orderId,
    order: orderOf(orderId, description, amount),
    paymentAmount: amount,
    paymentMethod: { paymentMethodType: method.type },
    env: TERMINAL[terminal],
    paymentRedirectUrl: continueUrl,
    ...(notifyUrl !== undefined && { paymentNotifyUrl: notifyUrl }),
  }
}

/** The wallets' default. One that is requested has to be below ten minutes. */
const LIFETIME_MINUTES = 14

function creationOf(body: AntomBody | undefined, terminal: Terminal): Creation {
  const { result, paymentId = null, normalUrl, schemeUrl, applinkUrl, orderCodeForm } = body ?? {}
  const reason = `Antom: ${result?.resultCode ?? 'no answer'}`
  if (result?.resultStatus === 'F') return { outcome: 'refused', reason }
  if (result?.resultCode !== 'PAYMENT_IN_PROCESS') return { outcome: 'unknown', reason }
  const accepted = {
    outcome: 'accepted',
    providerReference: paymentId,
    lifetimeSeconds: LIFETIME_MINUTES * 60,
  } as const
  const app = applinkUrl ?? schemeUrl
  if (terminal === 'wap' && app !== undefined) return { ...accepted, action: { type: 'app', url: app } }
  const qrText = orderCodeForm?.codeDetails?.find(({ displayType }) => displayType === 'TEXT')?.codeValue
  if (terminal === 'web' && qrText !== undefined)
    return { ...accepted, action: { type: 'qr', qrText, url: normalUrl ?? '' } }
  if (normalUrl !== undefined) return { ...accepted, action: { type: 'redirect', url: normalUrl } }
  return { outcome: 'unknown', reason: 'Antom: nowhere to pay' }
}

function reportOfInquiry(body: AntomBody | undefined, orderId: string): PaymentReport {
  const { result, paymentStatus, paymentRequestId } = body ?? {}
  if (result?.resultCode === 'ORDER_NOT_EXIST') return { state: 'absent' }
  if (result?.resultStatus !== 'S' || paymentRequestId !== orderId) return { state: 'unknown' }
  switch (paymentStatus) {
    case 'SUCCESS':
      return reportOfPaid(body)
    case 'FAIL':
      return { state: 'failed' }
    case 'CANCELLED':
      return { state: 'closed' }
    case 'PROCESSING':
    case 'PENDING':
      return { state: 'open' }
    default:
      return { state: 'unknown' }
  }
}

/** A repeated request with the same id may succeed. */
const TRANSIENT = new Set(['REQUEST_TRAFFIC_EXCEED_LIMIT', 'PROCESS_FAIL', 'UNKNOWN_EXCEPTION', 'INVALID_SIGNATURE'])

/** Antom names a refund once it has succeeded: until then it goes by our id, which it can be queried by. */
function reportOfRefund(body: AntomBody | undefined, requestId: string): RefundReport {
  const { result, refundId = requestId } = body ?? {}
  const reason = `Antom: ${result?.resultCode ?? 'no answer'}`
  if (result?.resultStatus === 'S') return { state: 'succeeded', providerReference: refundId }
  if (result?.resultCode === 'REFUND_IN_PROCESS') return { state: 'pending', providerReference: refundId }
  const isFinal = result?.resultStatus === 'F' && !TRANSIENT.has(result.resultCode ?? '')
  return { state: isFinal ? 'refused' : 'unknown', reason }
}

function reportOfRefundInquiry(body: AntomBody | undefined): RefundReport {
  const { result, refundStatus, refundId = null } = body ?? {}
  if (result?.resultStatus !== 'S') return { state: 'unknown', reason: `Antom: ${result?.resultCode ?? 'no answer'}` }
  if (refundStatus === 'SUCCESS') return { state: 'succeeded', providerReference: refundId }
  if (refundStatus === 'FAIL') return { state: 'refused', reason: 'Antom: refund FAIL' }
  return { state: 'pending', providerReference: refundId }
}

/** Octopus: the payer claims a refund. A failed one has returned to the merchant. */
const reportOfClaim = (report: RefundReport): RefundReport =>
  report.state === 'refused' ? { ...report, state: 'returned' } : report
