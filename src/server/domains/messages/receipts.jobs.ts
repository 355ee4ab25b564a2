import type { Clock } from '#server/kit/clock.ts'
import type { WebhookEndpoint } from '../domain-module.ts'
import type { Receipt, ReceiptWebhook } from './ports.ts'

/** A receipt may arrive before the row holds the provider's id. It is retried until this age. */
const UNMATCHED_MINUTES = 10

type ReceiptDeps = { recordReceipt: (receipt: Receipt) => Promise<boolean>; clock: Clock }

/** Processes delivery receipts. A receipt for an erased message changes nothing. */
export const receiptEndpoint = (
  { provider, read }: ReceiptWebhook,
  { recordReceipt, clock }: ReceiptDeps,
): WebhookEndpoint => ({
  provider,
  async process({ body, receivedAt }) {
    const receipt = read(body)
    if (!receipt || (await recordReceipt(receipt))) return
    const age = clock.now().since(receivedAt).total('minutes')
    if (age < UNMATCHED_MINUTES) throw new Error('no message has this provider id yet')
  },
})
