import * as z from 'zod'
import type { PaymentKind } from '#contract/payments.ts'
import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/ports.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/ports.ts'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** One merchant account, one address of callbacks, one or more kinds of payment. */
export interface OpenedAdapter {
  readonly providers: readonly PaymentProvider[]
  readonly callbacks: PaymentCallbacks
  readonly mandates?: MandateProvider
  readonly mandateCallbacks?: MandateCallbacks
  readonly formBases?: readonly string[]
}

export interface AdapterContext {
  /** Undefined: the address registered at the provider, or known to the sandbox. */
  readonly notifyUrl: string | undefined
  /** Changes while the service runs. */
  readonly brand: () => string
  /** The settings are those of the provider sandbox. */
  readonly sandbox: boolean
}

type Fields = Readonly<Record<string, z.ZodType>>

/** A payment provider, as its folder declares it. */
export interface PaymentAdapter {
  /** Of the folder, of its callbacks (`/hooks/{name}`), and of its file in the sandbox. */
  readonly name: string
  readonly kinds: readonly PaymentKind[]
  /** All are given, or none: the provider is then not configured. */
  readonly required: Fields
  readonly optional: Fields
  /** It takes no order without a callback address: `PUBLIC_URL` is required with it. */
  readonly needsPublicUrl?: boolean
  /** @throws for invalid settings */
  open(settings: object, context: AdapterContext): OpenedAdapter
}

type Declaration<Required extends Fields, Optional extends Fields> = Omit<
  PaymentAdapter,
  'required' | 'optional' | 'open'
> & {
  readonly required: Required
  readonly optional: Optional
  open(settings: z.output<z.ZodObject<Required & Optional>>, context: AdapterContext): OpenedAdapter
}

export function definePaymentAdapter<Required extends Fields, Optional extends Fields>(
  declaration: Declaration<Required, Optional>,
): PaymentAdapter {
  const schema: z.ZodObject<Required & Optional> = z.object({ ...declaration.required, ...declaration.optional })
  return { ...declaration, open: (settings, context) => declaration.open(schema.parse(settings), context) }
}

/** PEM, or the bare base64 of dashboards (PKCS#8, SPKI). @throws for invalid keys */
export const readPrivateKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPrivateKey(text)
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

export const readPublicKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
