import type {
  CallbackReport,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
} from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import {
  createWechatClient,
  readKeys,
  secondsNow,
  type WechatBody,
  type WechatNotification,
  type WechatOptions,
} from './wechat-client.ts'
import { genuinenessOf, openResource } from './wechat-signature.ts'
import {
  creationOf,
  isAbsent,
  LIFETIME_MINUTES,
  reportOfClose,
  reportOfNotification,
  reportOfQuery,
  reportOfRefund,
  reportOfRefundQuery,
} from './wechat.rules.ts'

export interface Wechat {
  readonly payments: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

const DESCRIPTION_MAX = 127

/** WeChat Pay (API v3, global): payment by QR code (Native), its refunds and notifications. @throws for settings that are no keys */
export function createWechat(options: WechatOptions): Wechat {
  const { mchId, appId } = options
  const keys = readKeys(options)
  const send = createWechatClient(options, keys)
  const transaction = (orderId: string) => `/v3/global/transactions/out-trade-no/${encodeURIComponent(orderId)}`
  const find = (orderId: string) =>
    send({ method: 'GET', path: `${transaction(orderId)}?mchid=${encodeURIComponent(mchId)}` })

  /** Idempotent: an order that is not paid answers its code again. */
  const create = async (order: NewProviderOrder) =>
    creationOf(await send({ method: 'POST', path: '/v3/global/transactions/native', body: orderBody(order, options) }))

  const query = async ({ orderId }: ProviderOrder): Promise<PaymentReport> =>
    reportOfQuery(await find(orderId), { mchId, orderId })

  /** WeChat Pay refuses to close an order in its first five minutes: it is then still open, and closed when asked again. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { orderId } = order
    const report = reportOfClose(
      await send({ method: 'POST', path: `${transaction(orderId)}/close`, body: { mchid: mchId } }),
    )
    return report ?? query(order)
  }

  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const { refundId, orderId, amountCents, currency, paymentReference, providerReference } = request
    if (providerReference !== null) {
      const path = `/v3/global/refunds/out-refund-no/${refundId}?mchid=${encodeURIComponent(mchId)}`
      return reportOfRefundQuery(await send({ method: 'GET', path }))
    }
    // A refund repeats the whole amount of its payment, which may differ from what was asked for.
    const found = await find(orderId)
    const paid = reportOfQuery(found, { mchId, orderId })
    if (paid.state !== 'succeeded')
      return { state: isAbsent(found) ? 'refused' : 'unknown', reason: `WeChat Pay: payment ${paid.state}` }
    const body = {
      appid: appId,
      mchid: mchId,
      transaction_id: paymentReference,
      out_refund_no: refundId,
      amount: { refund: amountCents, total: paid.amountCents, currency },
      ...(options.notifyUrl !== undefined && { notify_url: options.notifyUrl }),
    }
    return reportOfRefund(await send({ method: 'POST', path: '/v3/global/refunds', body }))
  }

  function verify({ headers, body }: WebhookRequest): Verification {
    const text = body.toString()
    const genuineness = genuinenessOf((name) => headers[name], text, { keys: keys.platform, now: secondsNow() })
    // WeChat Pay has changed its key: it sends the notification again until the new one is among the settings.
    if (genuineness === 'unknownKey') return { outcome: 'unavailable' }
    if (genuineness === 'forged') return { outcome: 'forged' }
    const { id: dedupKey, resource } = parseObject<WechatNotification>(text) ?? {}
    // Sealed with another APIv3 key: acknowledged, it would never come again.
    if (resource && openResource(resource, options.apiKey) === undefined) return { outcome: 'unavailable' }
    return dedupKey !== undefined && read(body) ? { outcome: 'verified', dedupKey } : { outcome: 'ignored' }
  }

  function read(body: Buffer): CallbackReport | undefined {
    const { event_type, resource } = parseObject<WechatNotification>(body.toString()) ?? {}
    const opened = resource && openResource(resource, options.apiKey)
    const fields = opened === undefined ? undefined : parseObject<WechatBody>(opened)
    return fields && reportOfNotification(event_type ?? '', fields, mchId)
  }

  const acknowledgement = { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS"}' } as const
  return {
    // The money is taken when the payer agrees: capturing is querying.
    payments: { kind: 'wechat', sandbox: options.sandbox, create, query, capture: query, cancel, refund },
    callbacks: { kinds: ['wechat'], provider: { name: 'wechat', acknowledgement, verify }, read },
  }
}

/** `out_trade_no` has at most 32 characters: our ids have exactly so many. */
function orderBody(order: NewProviderOrder, { appId, mchId, mcc, notifyUrl }: WechatOptions): object {
  const { orderId, amountCents, currency, description, at } = order
  return {
    appid: appId,
    mchid: mchId,
    description: description.slice(0, DESCRIPTION_MAX),
    out_trade_no: orderId,
    time_expire: at.add({ minutes: LIFETIME_MINUTES }).toString({ smallestUnit: 'second' }),
    trade_type: 'NATIVE',
    merchant_category_code: mcc,
    amount: { total: amountCents, currency },
    ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
  }
}
