import { approveAuthorization } from './antom-authorizations.ts'
import type { Context } from './context.ts'
import { PROVIDERS } from './providers.ts'
import { approveSubscription, chargeDueSubscription } from './paypal-subscriptions.ts'
import type { Delivery, ProviderName } from './sandbox-model.ts'

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
    for (const { runDue: runOwn } of Object.values(PROVIDERS)) runOwn?.(context)
    for (const payment of state.payments) {
      if (payment.completesAt === undefined || payment.completesAt > context.now()) continue
      PROVIDERS[payment.provider].complete(context, payment)
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
    const retry = PROVIDERS[delivery.provider].retryMinutes[delivery.attempts]
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
  const { contentType, headers, isAccepted } = PROVIDERS[delivery.provider]
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType, ...headers(context, url, delivery) },
      body: delivery.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return isAccepted(response.status, await response.text())
  } catch {
    return false
  }
}
