import type { Clock } from '#server/kit/clock.ts'
import type { WebhookEndpoint } from '../capability.ts'
import type { Receipt, ReceiptWebhook } from './ports.ts'

/** A receipt may arrive before the message's row holds the provider's id: until this age it is tried again. */
const UNMATCHED_MINUTES = 10

type ReceiptDeps = { received: (receipt: Receipt) => Promise<boolean>; clock: Clock }

/** Delivery receipts of the SMS provider. A receipt for a message that was erased meanwhile changes nothing. */
export const receiptEndpoint = (
  { provider, read }: ReceiptWebhook,
  { received, clock }: ReceiptDeps,
): WebhookEndpoint => ({
  provider,
  async process({ body, receivedAt }) {
    const receipt = read(body)
    if (!receipt || (await received(receipt))) return
    const age = clock.now().since(receivedAt).total('minutes')
    if (age < UNMATCHED_MINUTES) throw new Error('no message has this provider id yet')
  },
})
