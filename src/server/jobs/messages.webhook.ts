import type { Messages, Receipt } from '#server/domains/messages/index.ts'
import type { WebhookEndpoint, WebhookProvider } from '#server/domains/webhooks/index.ts'
import type { Clock } from '#server/kit/clock.ts'

/** A receipt may arrive before the message's row holds the provider's id: until this age it is tried again. */
const UNMATCHED_MINUTES = 10

export interface ReceiptWebhook {
  readonly provider: WebhookProvider
  readonly read: (body: Buffer) => Receipt | undefined
}

/** Delivery receipts of the SMS provider. A receipt for a message that was erased meanwhile changes nothing. */
export const receiptEndpoint = (
  { provider, read }: ReceiptWebhook,
  { messages, clock }: { messages: Pick<Messages, 'received'>; clock: Clock },
): WebhookEndpoint => ({
  provider,
  async process({ body, receivedAt }) {
    const receipt = read(body)
    if (!receipt || (await messages.received(receipt))) return
    const age = clock.now().since(receivedAt).total('minutes')
    if (age < UNMATCHED_MINUTES) throw new Error('no message has this provider id yet')
  },
})
