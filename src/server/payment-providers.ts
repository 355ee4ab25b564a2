import { createAntom } from '#server/adapters/payments/antom/antom.ts'
import { createPaypal } from '#server/adapters/payments/paypal/paypal.ts'
import { createPaypalWebhook } from '#server/adapters/payments/paypal/paypal-webhook.ts'
import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/index.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/index.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { Settings } from './config.ts'

/** The settings of payment providers. */
export type PaymentProvidersConfig = Settings<'payments'> &
  Pick<Settings<'server'>, 'PUBLIC_URL'> &
  Pick<Settings<'site'>, 'BRAND_EN'>

/** Where the provider sandbox listens, and the credentials that it gives. */
export interface SandboxAccess {
  readonly url: string
  readonly paypal: { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string }
  readonly antom: { readonly clientId: string; readonly privateKey: string; readonly publicKey: string }
}

export interface PaymentProviders {
  readonly providers: readonly PaymentProvider[]
  readonly callbacks: readonly PaymentCallbacks[]
  /** Those that can renew a plan. */
  readonly mandates: readonly MandateProvider[]
  readonly mandateCallbacks: readonly MandateCallbacks[]
}

/** The kinds of payment with credentials; others are taken from the sandbox, or not offered where there is none. */
export function openPaymentProviders(
  config: PaymentProvidersConfig,
  sandbox: SandboxAccess | undefined,
): PaymentProviders {
  const opened = [openPaypal(config, sandbox), openAntom(config, sandbox)].filter((one) => one !== undefined)
  return {
    providers: opened.map(({ provider }) => provider),
    callbacks: opened.map(({ callbacks }) => callbacks),
    mandates: opened.map(({ mandates }) => mandates),
    mandateCallbacks: opened.map(({ mandateCallbacks }) => mandateCallbacks),
  }
}

function openPaypal(config: PaymentProvidersConfig, sandbox: SandboxAccess | undefined) {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET = '', PAYPAL_WEBHOOK_ID = '', BRAND_EN: brand } = config
  if (PAYPAL_CLIENT_ID) {
    const credentials = { clientId: PAYPAL_CLIENT_ID, clientSecret: PAYPAL_CLIENT_SECRET }
    const { payments, mandates } = createPaypal({
      ...credentials,
      apiBase: config.PAYPAL_API_BASE,
      brand,
      sandbox: false,
    })
    const webhook = createPaypalWebhook({ webhookId: PAYPAL_WEBHOOK_ID, certBase: config.PAYPAL_CERT_BASE })
    return { provider: payments, mandates, ...webhook }
  }
  if (!sandbox) return undefined
  const { url, paypal } = sandbox
  const { payments, mandates } = createPaypal({ ...paypal, apiBase: url, brand, sandbox: true })
  return { provider: payments, mandates, ...createPaypalWebhook({ webhookId: paypal.webhookId, certBase: url }) }
}

function openAntom(config: PaymentProvidersConfig, sandbox: SandboxAccess | undefined) {
  const { ANTOM_CLIENT_ID, ANTOM_PRIVATE_KEY = '', ANTOM_PUBLIC_KEY = '', PUBLIC_URL } = config
  const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath('antom')
  const keys = { clientId: ANTOM_CLIENT_ID ?? '', privateKey: ANTOM_PRIVATE_KEY, publicKey: ANTOM_PUBLIC_KEY }
  const options = ANTOM_CLIENT_ID
    ? { ...keys, apiBase: config.ANTOM_API_BASE, notifyUrl, sandbox: false }
    : sandbox && { ...sandbox.antom, apiBase: sandbox.url, notifyUrl: undefined, sandbox: true }
  if (!options) return undefined
  const { alipay, ...rest } = createAntom(options)
  return { provider: alipay, ...rest }
}
