import { storage } from '#web/kit/storage.ts'

/** The payment for which this tab has left, so that its return finds the order. */
const KEY = 'harbour.payment'

export interface StartedPayment {
  outTradeNo: string
  programId?: string | undefined
  /** The screening that credits are for. */
  slotId?: string | undefined
  type?: string | undefined
}

export const rememberPayment = (payment: StartedPayment): void => storage.session.set(KEY, JSON.stringify(payment))

export function startedPayment(): StartedPayment | undefined {
  try {
    const { outTradeNo, programId, slotId, type } = JSON.parse(storage.session.get(KEY) ?? '{}') as Record<
      string,
      unknown
    >
    if (typeof outTradeNo !== 'string') return undefined
    return { outTradeNo, programId: text(programId), slotId: text(slotId), type: text(type) }
  } catch {
    return undefined
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
