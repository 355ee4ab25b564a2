import type { Kysely } from 'kysely'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Order, Translated } from './payments-model.ts'
import type { ItemName, MoneyBook, Payer, PaymentCallbacks, PaymentProvider, Product } from './ports.ts'

export interface PaymentsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'post'>
  readonly money: MoneyBook
  /** Orders of which the books hold another sum than was paid and neither delivered nor returned, as sentences. */
  readonly differences: () => Promise<string[]>
  /** The configured kinds. A kind without a provider is not offered. */
  readonly providers: readonly PaymentProvider[]
  /** Those that another provider of the same kind stands before: for orders that were made with them. */
  readonly otherProviders?: readonly PaymentProvider[]
  readonly callbacks: readonly PaymentCallbacks[]
  /** What is sold. Read on each call: domains that depend on payments are created later. */
  readonly products: () => readonly Product[]
  readonly itemName: ItemName
  /** Whether an account's purchases are stopped, after a chargeback. */
  readonly isBlocked: (accountId: string) => Promise<boolean>
  /** Who pays, for the providers whose page demands it. */
  readonly payerOf?: (accountId: string) => Promise<Omit<Payer, 'address'>>
  /** The seller on receipts. */
  readonly seller: Translated
  /** Whether a payer may be returned to pages of this origin. */
  readonly isReturnOrigin: (origin: string) => boolean
}

/** The provider of an order, by whichever account it was made; undefined when that is not configured. */
export const providerOf = (
  { providers, otherProviders = [] }: Pick<PaymentsDeps, 'providers' | 'otherProviders'>,
  { kind, sandbox, gateway }: Pick<Order, 'kind' | 'sandbox' | 'gateway'>,
): PaymentProvider | undefined =>
  [...providers, ...otherProviders].find(
    (one) => one.kind === kind && one.sandbox === sandbox && (one.gateway ?? null) === gateway,
  )

/** Whether a provider can take, or return, an amount. */
export const takes = ({ stepCents = 1 }: Pick<PaymentProvider, 'stepCents'>, amountCents: number): boolean =>
  amountCents % stepCents === 0

/** @throws when no domain sells this any more */
export function productOf({ products }: Pick<PaymentsDeps, 'products'>, name: string): Product {
  const product = products().find((one) => one.name === name)
  if (!product) throw new Error(`no product ${name}`)
  return product
}
