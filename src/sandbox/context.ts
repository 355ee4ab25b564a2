import { randomBytes } from 'node:crypto'
import type { Delivery, ProviderName, SandboxMandate, SandboxPayment, SandboxState } from './sandbox-model.ts'

/** What the providers share. */
export interface Context {
  readonly state: SandboxState
  /** Milliseconds of the sandbox's clock, which `/dev/clock` moves. */
  now(): number
  /** The sandbox's own address: `http://127.0.0.1:9123`. */
  url(): string
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** An id in the manner of the providers. */
export const newProviderId = (length = 17): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('')

export const findPayment = ({ state }: Context, provider: ProviderName, by: Partial<SandboxPayment>) =>
  state.payments.find(
    (one) =>
      one.provider === provider &&
      Object.entries(by).every(([name, value]) => one[name as keyof SandboxPayment] === value),
  )

export const findMandate = ({ state }: Context, provider: ProviderName, by: Partial<SandboxMandate>) =>
  state.mandates.find(
    (one) =>
      one.provider === provider &&
      Object.entries(by).every(([name, value]) => one[name as keyof SandboxMandate] === value),
  )

const SECOND_MS = 1_000

type Sender = Pick<SandboxPayment, 'provider' | 'notifyUrl' | 'scenario'>

/** Queues a callback as the scenario wants it: never, once or twice. */
export function queueCallback(
  { state, now }: Context,
  { provider, notifyUrl, scenario }: Sender,
  { body, forged = false }: { body: string; forged?: boolean },
): void {
  if (scenario === 'silent') return
  const delivery = (afterMs: number): Delivery => ({
    id: newProviderId(20),
    provider,
    url: notifyUrl,
    body,
    forged,
    dueAt: now() + afterMs,
    attempts: 0,
  })
  state.deliveries.push(delivery(0))
  if (scenario === 'double') state.deliveries.push(delivery(SECOND_MS))
}

/** `"88.00"`, PayPal's decimal, from cents. */
export const decimalOf = (cents: number): string => (cents / 100).toFixed(2)
