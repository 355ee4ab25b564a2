import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Receipt } from '#server/domains/messages/ports.ts'
import type { WebhookProvider } from '#server/domains/webhooks/ports.ts'

/** Intermediate states (queued, sent …) are ignored. */
const FINAL = { delivered: 'delivered', undelivered: 'undelivered', failed: 'undelivered' } as const

/** Form fields signed with the account's token. One event is one state of one message. */
export const createTwilioWebhook = (authToken: string): WebhookProvider => ({
  name: 'twilio',
  acknowledgement: { status: 204 },
  verify({ url, headers, body }) {
    const form = new URLSearchParams(body.toString())
    const expected = Buffer.from(twilioSignature(authToken, url, form))
    const actual = Buffer.from(headers['x-twilio-signature'] ?? '')
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return { outcome: 'forged' }
    const receipt = readTwilioReceipt(body)
    if (!receipt) return { outcome: 'ignored' }
    return { outcome: 'verified', dedupKey: `${receipt.providerId} ${receipt.state}` }
  },
})

/** Undefined if it is not final. */
export function readTwilioReceipt(body: Buffer): Receipt | undefined {
  const form = new URLSearchParams(body.toString())
  const state = FINAL[form.get('MessageStatus') as keyof typeof FINAL]
  const providerId = form.get('MessageSid')
  if (!state || !providerId) return undefined
  const problem = state === 'undelivered' ? { problem: `Twilio: code ${form.get('ErrorCode')}` } : {}
  return { provider: 'twilio', providerId, state, ...problem }
}

/** HMAC-SHA1 of the URL and the fields sorted by name; a repeated field's distinct values in order. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted()
  const text = names.reduce((sum, name) => sum + name + [...new Set(form.getAll(name))].toSorted().join(''), url)
  return createHmac('sha1', authToken).update(text).digest('base64')
}
