import { storage } from '#web/kit/storage.ts'

/**
 * The payment for which this tab has left, so that its return finds the order. A provider's app may return in a new tab, which finds
 * the last payment that this browser has started.
 */
const KEY = 'harbour.payment'

export interface StartedPayment {
  outTradeNo: string
  programId?: string | undefined
  /** The screening that credits are for. */
  slotId?: string | undefined
  type?: string | undefined
}

export function rememberPayment(payment: StartedPayment): void {
  const value = JSON.stringify(payment)
  storage.session.set(KEY, value)
  storage.local.set(KEY, value)
}

export const startedPayment = (): StartedPayment | undefined =>
  read(storage.session.get(KEY)) ?? read(storage.local.get(KEY))

function read(stored: string | null): StartedPayment | undefined {
  try {
    const { outTradeNo, programId, slotId, type } = JSON.parse(stored ?? '{}') as Record<string, unknown>
    if (typeof outTradeNo !== 'string') return undefined
    return { outTradeNo, programId: text(programId), slotId: text(slotId), type: text(type) }
  } catch {
    return undefined
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
