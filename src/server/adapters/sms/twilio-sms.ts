import { SendError, type SmsSender, type Receipt } from '#server/domains/messages/ports.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookProvider } from '#server/domains/webhooks/ports.ts'

export interface TwilioOptions {
  accountSid: string
  authToken: string
  /** E.164, or a sender name. */
  from?: string | undefined
  /** Used instead of `from`. */
  messagingServiceSid?: string | undefined
  /** Undefined if Twilio cannot reach this server. */
  statusCallback?: string | undefined
  /** For tests and regions. */
  apiBase?: string | undefined
}

const API_BASE = 'https://api.twilio.com'
const TIMEOUT_MS = 15_000
/** The number can never receive an SMS: invalid, not a mobile, opted out, unreachable region. */
const PERMANENT = new Set([21_211, 21_214, 21_217, 21_408, 21_610, 21_612, 21_614])
/** Nothing was sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Messages resource, API 2010-04-01. */
export function createTwilioSms(options: TwilioOptions): SmsSender {
  const { accountSid, authToken, from, messagingServiceSid, statusCallback, apiBase = API_BASE } = options
  const url = `${apiBase}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    name: 'twilio',
    async send({ to, text }) {
      const body = new URLSearchParams({ To: to, Body: text })
      if (messagingServiceSid) body.set('MessagingServiceSid', messagingServiceSid)
      else if (from) body.set('From', from)
      if (statusCallback) body.set('StatusCallback', statusCallback)
      const response = await post(url, { method: 'POST', headers: { authorization }, body })
      return { providerId: await sidOf(response) }
    },
    close: async () => {},
  }
}

async function post(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? ''
    throw new SendError(NOT_CONNECTED.has(cause) ? 'busy' : 'unknown', `Twilio: ${cause || 'no answer'}`, {
      cause: error,
    })
  }
}

async function sidOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => ({}))) as { sid?: string; code?: number }
  if (response.ok) return answer.sid ?? ''
  const { code } = answer
  const reason = `Twilio: HTTP ${response.status}${code ? `, code ${code}` : ''}`
  if (code !== undefined && PERMANENT.has(code)) throw new SendError('refused', reason)
  // Unknown after a gateway timeout; else nothing was accepted. Wrong credentials are transient: they can be fixed.
  throw new SendError(response.status === 504 ? 'unknown' : 'busy', reason)
}

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
