import { createHmac } from 'node:crypto'
import type { AlertSender } from '#server/domains/alarms/ports.ts'
import { type Clock, systemClock } from '#server/kit/clock.ts'

export interface WebhookAlertsOptions {
  /** May hold a secret: it is in no log and no error. */
  readonly url: string
  /** Signs the body. */
  readonly key?: string | undefined
  readonly timeoutMs?: number
  /** The real one: a receiver compares it with its own. */
  readonly clock?: Clock
}

const TIMEOUT_MS = 10_000

/**
 * POST of JSON; any 2xx accepts it. Redirects are not followed. With a key the header
 * `Harbour-Signature: t=SECONDS,v1=HEX` signs `SECONDS.BODY` by HMAC-SHA256.
 */
export function createWebhookAlerts({
  url,
  key,
  timeoutMs = TIMEOUT_MS,
  clock = systemClock,
}: WebhookAlertsOptions): AlertSender {
  return {
    async send(body) {
      const headers = { 'content-type': 'application/json; charset=utf-8', ...signatureOf(body) }
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
        await response.body?.cancel()
        return response.ok ? undefined : `HTTP ${response.status}`
      } catch (error) {
        return reasonOf(error)
      }
    },
  }

  function signatureOf(body: string): Record<string, string> {
    if (key === undefined) return {}
    const seconds = Math.floor(clock.nowMs() / 1_000)
    const digest = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
    return { 'harbour-signature': `t=${seconds},v1=${digest}` }
  }
}

/** A message of fetch may quote the address. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'no answer in time'
  return typeof cause?.code === 'string' ? cause.code : 'not connected'
}
