import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/index.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/index.ts'
import type { Settings } from '#server/config.ts'

/** The settings of payment providers. */
export type PaymentProvidersConfig = Settings<'payments'> &
  Pick<Settings<'server'>, 'PUBLIC_URL'> &
  Pick<Settings<'site'>, 'BRAND_EN'>

/** What one gateway offers: one account, one address of callbacks, one or more kinds of payment. */
export interface OpenedGateway {
  readonly providers: readonly PaymentProvider[]
  readonly callbacks: PaymentCallbacks
  /** Where it can renew a plan. */
  readonly mandates?: MandateProvider
  readonly mandateCallbacks?: MandateCallbacks
  /** The sites to which the payer's browser posts a form. */
  readonly formBases?: readonly string[]
}

/** A gateway that takes payments. */
export interface PaymentGateway<Access> {
  /** Whether its settings are given. */
  isConfigured(config: PaymentProvidersConfig): boolean
  /** With its settings. */
  open(config: PaymentProvidersConfig): OpenedGateway
  /** With the credentials of the provider sandbox, which listens at `url`. */
  openSandbox(config: PaymentProvidersConfig, access: Access, url: string): OpenedGateway
}
