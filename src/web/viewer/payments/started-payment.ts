import { storage } from '#web/kit/storage.ts'

/** The payment for which this tab has left for a provider's page, so that its return finds the order. */
const KEY = 'harbour.payment'

export interface StartedPayment {
  outTradeNo: string
  /** The title that the credits are for. */
  programId?: string | undefined
  /** Of an agreement: its kind of payment. */
  type?: string | undefined
}

export const rememberPayment = (payment: StartedPayment): void => storage.session.set(KEY, JSON.stringify(payment))

/** The payment that was started in this tab; undefined when none was, or storage was edited. */
export function startedPayment(): StartedPayment | undefined {
  try {
    const { outTradeNo, programId, type } = JSON.parse(storage.session.get(KEY) ?? '{}') as Record<string, unknown>
    if (typeof outTradeNo !== 'string') return undefined
    return { outTradeNo, programId: text(programId), type: text(type) }
  } catch {
    return undefined
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
