import { isBefore } from '#server/kit/instants.ts'
import { hastenQuery } from './payment-work.repo.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import type { PaymentCallbacks } from './ports.ts'

/** Anybody may send them: an order is asked for once in this time. */
const ONCE_IN = { minutes: 1 } as const
/** Orders that are remembered before those of more than a minute ago are forgotten. */
const REMEMBERED_MAX = 1_000

/** Unsigned callbacks, which anybody may send: the provider of the payment is queried. */
export function createUnsignedCallbacks({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>) {
  /** When each order is asked for because of an unsigned callback, by its provider's id. */
  const asked = new Map<string, Temporal.Instant>()
  return { handleUnsignedCallback }

  async function handleUnsignedCallback({ kinds, read }: PaymentCallbacks, body: Buffer): Promise<void> {
    const said = read(body)
    const reference = said?.of === 'payment' ? said.providerReference : undefined
    const at = reference && nextOf(reference)
    if (!at) return
    if (!(await hastenQuery(db, { kinds, providerReference: reference, at }))) return
    if (asked.size >= REMEMBERED_MAX) forget()
    asked.set(reference, at)
  }

  /** @returns when to ask; undefined when that is decided already */
  function nextOf(reference: string): Temporal.Instant | undefined {
    const now = clock.now()
    const last = asked.get(reference)
    if (!last) return now
    if (isBefore(now, last)) return undefined
    const next = last.add(ONCE_IN)
    return isBefore(now, next) ? next : now
  }

  function forget(): void {
    const before = clock.now().subtract(ONCE_IN)
    for (const [reference, at] of asked) if (isBefore(at, before)) asked.delete(reference)
  }
}
