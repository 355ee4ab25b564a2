import { SendError, type SmsSender } from '#server/domains/messages/ports.ts'

export interface TwilioOptions {
  accountSid: string
  authToken: string
  /** A number in E.164, or a sender name. */
  from?: string | undefined
  /** Instead of `from`. */
  messagingServiceSid?: string | undefined
  /** Where Twilio tells us what became of a message; none when it cannot reach us. */
  statusCallback?: string | undefined
  /** Elsewhere than Twilio's own, for tests and regions. */
  apiBase?: string | undefined
}

const API_BASE = 'https://api.twilio.com'
const TIMEOUT_MS = 15_000
/** Twilio's codes for a number that will never take an SMS: not a number, not a mobile, opted out, no route to its region. */
const NEVER = new Set([21_211, 21_214, 21_217, 21_408, 21_610, 21_612, 21_614])
/** The connection was never made: nothing can have been taken. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Sends by Twilio's Messages resource (API 2010-04-01). */
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
      const response = await ask(url, { method: 'POST', headers: { authorization }, body })
      return { providerId: await sidOf(response) }
    },
    close: async () => {},
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
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
  if (code !== undefined && NEVER.has(code)) throw new SendError('refused', reason)
  // A gateway that waited in vain does not know; every other refusal says that nothing was taken. Ours to mend (credentials) may be mended.
  throw new SendError(response.status === 504 ? 'unknown' : 'busy', reason)
}
