import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/index.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/index.ts'
import type { Settings } from '#server/config.ts'

/** The settings of payment providers. */
export type PaymentProvidersConfig = Settings<'payments'> &
  Pick<Settings<'server'>, 'PUBLIC_URL'> &
  Pick<Settings<'site'>, 'BRAND_EN'>

/** What one party offers: one account, one address of callbacks, one or more kinds of payment. */
export interface OpenedParty {
  readonly providers: readonly PaymentProvider[]
  readonly callbacks: PaymentCallbacks
  /** Where it can renew a plan. */
  readonly mandates?: MandateProvider
  readonly mandateCallbacks?: MandateCallbacks
  /** The sites to which the payer's browser posts a form. */
  readonly formBases?: readonly string[]
}

/** A party that takes payments. */
export interface Party<Access> {
  /** Whether its settings are given. */
  isConfigured(config: PaymentProvidersConfig): boolean
  /** With its settings. */
  open(config: PaymentProvidersConfig): OpenedParty
  /** With the credentials of the provider sandbox, which listens at `url`. */
  openSandbox(config: PaymentProvidersConfig, access: Access, url: string): OpenedParty
}
