import { createCipheriv, randomBytes } from 'node:crypto'
import { type Context, newProviderId, queueCallback } from './context.ts'
import { DELAY_MINUTES, type Delivery, type SandboxPayment } from './sandbox-model.ts'
import type { SandboxProvider } from './sandbox-provider.ts'
import { createWechatRoutes, isDone, transactionOf } from './wechat-api.ts'
import { signatureHeaders } from './wechat-keys.ts'

/** A notification, sealed with the APIv3 key. */
function notificationOf({ state, now: time }: Context, type: string, resource: object): string {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', state.wechat.apiKey, nonce)
  cipher.setAAD(Buffer.from('transaction'))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()])
  return JSON.stringify({
    id: newProviderId(32),
    create_time: Temporal.Instant.fromEpochMilliseconds(time()).toString({ smallestUnit: 'second' }),
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
      const { mchId } = context.state.wechat
      const resource = {
        mchid: mchId,
        out_trade_no: payment.orderId,
        out_refund_no: made.requestId,
        id: made.id,
        refund_status: 'SUCCESS',
      }
      queueCallback(context, payment, { body: notificationOf(context, 'REFUND.SUCCESS', resource) })
    }
  }
}

export const wechatProvider: SandboxProvider = {
  routes: createWechatRoutes,
  pages: [{ path: '/wechat/scan', parameter: 'id', returns: false }],
  nameOf: () => 'WeChat Pay',
  decide,
  complete,
  runDue,
  // 15 attempts in a day.
  retryMinutes: [0.25, 0.25, 0.5, 3, 10, 20, 30, 30, 30, 60, 180, 180, 180, 360, 360],
  contentType: 'application/json',
  // What is forged was signed for another message.
  headers: (context, _, { body, forged }: Delivery) =>
    signatureHeaders(context, body, forged ? randomBytes(8).toString('hex') : body),
  isAccepted: (status) => status === 200 || status === 204,
}
