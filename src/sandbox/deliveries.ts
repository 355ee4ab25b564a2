import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { antomSignature, completeAntom } from './antom.ts'
import { approveAuthorization } from './antom-authorizations.ts'
import type { Context } from './context.ts'
import { CERTIFICATE_PATH, completePaypal } from './paypal.ts'
import { approveSubscription, chargeDueSubscription } from './paypal-subscriptions.ts'
import { ANTOM_CLIENT_ID, type Delivery, type ProviderName } from './sandbox-model.ts'

/** Minutes between the attempts of each provider; after the last one it gives up. */
const RETRY_MINUTES: Readonly<Record<ProviderName, readonly number[]>> = {
  // 25 attempts in three days.
  paypal: [1, 2, 5, 10, 30, 60, ...Array.from({ length: 18 }, () => 225)],
  antom: [2, 10, 10, 60, 120, 360, 900],
}

const TIMEOUT_MS = 10_000

export interface Deliveries {
  /** Completes delayed payments and delivers every callback that is due, until none is. */
  run(): Promise<void>
}

/** The callbacks of the providers. `registered` is where they go when a request named no address. */
export function createDeliveries(
  context: Context,
  { registered, save }: { registered: (provider: ProviderName) => string | undefined; save: () => Promise<void> },
): Deliveries {
  const { state } = context
  let running: Promise<void> | undefined
  return {
    run: () => {
      running ??= runDue().finally(() => (running = undefined))
      return running
    },
  }

  async function runDue(): Promise<void> {
    for (;;) {
      completeDelayed()
      while (chargeDue()) await save()
      const due = state.deliveries.filter(({ dueAt }) => dueAt <= context.now())
      if (due.length === 0) return
      for (const delivery of due) await attempt(delivery)
      await save()
    }
  }

  function completeDelayed(): void {
    for (const payment of state.payments) {
      if (payment.completesAt === undefined || payment.completesAt > context.now()) continue
      if (payment.provider === 'paypal') completePaypal(context, payment)
      else completeAntom(context, payment)
    }
    for (const mandate of state.mandates) {
      if (mandate.completesAt === undefined || mandate.completesAt > context.now()) continue
      if (mandate.provider === 'paypal') approveSubscription(context, mandate)
      else approveAuthorization(context, mandate)
    }
  }

  /** @returns whether anything was charged */
  function chargeDue(): boolean {
    return state.mandates.filter((mandate) => chargeDueSubscription(context, mandate)).length > 0
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const retry = RETRY_MINUTES[delivery.provider][delivery.attempts]
    delivery.attempts += 1
    const url = delivery.url ?? registered(delivery.provider)
    const isAccepted = url !== undefined && (await post(context, url, delivery))
    // A forged callback has no sender who would repeat it.
    if (isAccepted || delivery.forged || retry === undefined)
      state.deliveries.splice(state.deliveries.indexOf(delivery), 1)
    else delivery.dueAt = context.now() + retry * 60_000
  }
}

async function post(context: Context, url: string, delivery: Delivery): Promise<boolean> {
  const headers =
    delivery.provider === 'paypal' ? paypalHeaders(context, delivery) : antomHeaders(context, url, delivery)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: delivery.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return response.status === 200 && (delivery.provider === 'paypal' || text.includes('"resultStatus":"S"'))
  } catch {
    return false
  }
}

function paypalHeaders(context: Context, { id, body, forged }: Delivery): Record<string, string> {
  const time = Temporal.Now.instant().toString({ smallestUnit: 'second' })
  const text = [id, time, context.state.secrets.webhookId, crc32(body)].join('|')
  const signature = sign('sha256', Buffer.from(text), createPrivateKey(context.state.keys.paypal))
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': context.url() + CERTIFICATE_PATH,
    'paypal-transmission-sig': (forged ? broken(signature) : signature).toString('base64'),
  }
}

function antomHeaders(context: Context, url: string, { body, forged }: Delivery): Record<string, string> {
  const { pathname, search } = new URL(url)
  const time = String(Temporal.Now.instant().epochMilliseconds)
  // What is forged was signed for another message.
  const text = `POST ${pathname}${search}\n${ANTOM_CLIENT_ID}.${time}.${forged ? randomUUID() : body}`
  return { 'client-id': ANTOM_CLIENT_ID, 'request-time': time, signature: antomSignature(context, text) }
}

/** A signature with one bit flipped. */
function broken(signature: Buffer): Buffer {
  const copy = Buffer.from(signature)
  copy[0]! ^= 1
  return copy
}
