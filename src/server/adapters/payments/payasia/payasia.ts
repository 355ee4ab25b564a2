import type {
  Creation,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
} from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import {
  createPayasiaClient,
  type PayasiaClient,
  type PayasiaOptions,
  isSigned,
  signatureOf,
} from './payasia-client.ts'
import {
  fieldsOf,
  isProcessing,
  LIFETIME_MINUTES,
  type PayasiaNetwork,
  paymentsOfRecords,
  readDatafeed,
  readPayasiaCallback,
  reportOfRecords,
  reportOfRefund,
  reportOfRefundRecords,
  toPayasiaAmount,
} from './payasia.rules.ts'
import * as z from 'zod'
import { urlSetting } from '#server/kit/setting-fields.ts'
import { definePaymentAdapter } from '../payment-adapter.ts'

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
    const { orderId, amountCents, providerReference } = request
    if (providerReference !== null)
      return reportOfRefund(await client.transaction('refund-query', { refund_reference: providerReference }))
    const records = await client.query(orderId)
    if (!records) return { state: 'unknown', reason: 'Payment Asia: no answer' }
    const known = reportOfRefundRecords(records, request)
    if (known) return known
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
  }
}
