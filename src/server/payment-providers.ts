import { PAYMENT_KINDS } from '#contract/payments.ts'
import type { OpenedAdapter, PaymentAdapter } from '#server/adapters/payments/payment-adapter.ts'
import { PAYMENT_ADAPTERS } from '#server/adapters/payments/payment-adapters.ts'
import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/index.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/index.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { Settings } from './config.schema.ts'

/** `settings`: by provider, what its merchant would set in the environment. */
export interface SandboxAccess {
  readonly url: string
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Adapters declare and read their own settings. */
type PaymentProvidersConfig = Pick<Settings<'server'>, 'PUBLIC_URL'>

interface OpenedWith {
  readonly sandbox: SandboxAccess | undefined
  /** Shown by providers; changes while the service runs. */
  readonly brand: () => string
}

export interface PaymentProviders {
  readonly providers: readonly PaymentProvider[]
  readonly otherProviders: readonly PaymentProvider[]
  readonly callbacks: readonly PaymentCallbacks[]
  readonly mandates: readonly MandateProvider[]
  readonly mandateCallbacks: readonly MandateCallbacks[]
  readonly formBases: readonly string[]
}

/** Kinds without credentials are taken from the sandbox, or not offered. */
export function openPaymentProviders(config: PaymentProvidersConfig, given: OpenedWith): PaymentProviders {
  const opened = PAYMENT_ADAPTERS.flatMap((adapter) => open(adapter, config, given) ?? [])
  return {
    ...offered(opened.flatMap(({ providers }) => providers)),
    callbacks: opened.map(({ callbacks }) => callbacks),
    mandates: opened.flatMap(({ mandates = [] }) => mandates),
    mandateCallbacks: opened.flatMap(({ mandateCallbacks = [] }) => mandateCallbacks),
    formBases: opened.flatMap(({ formBases = [] }) => formBases),
  }
}

export const lacksProvider = (config: PaymentProvidersConfig): boolean =>
  PAYMENT_ADAPTERS.some((adapter) => !isConfigured(adapter, config))

const isConfigured = ({ required }: PaymentAdapter, config: object): boolean => {
  const given = config as Readonly<Record<string, unknown>>
  return Object.keys(required).every((name) => given[name] !== undefined)
}

function open(
  adapter: PaymentAdapter,
  config: PaymentProvidersConfig,
  { sandbox, brand }: OpenedWith,
): OpenedAdapter | undefined {
  const { PUBLIC_URL } = config
  if (isConfigured(adapter, config)) {
    const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath(adapter.name)
    return adapter.open(config, { notifyUrl, brand, sandbox: false })
  }
  const settings = sandbox?.settings[adapter.name]
  return settings && adapter.open(settings, { notifyUrl: undefined, brand, sandbox: true })
}

/** Of each kind a real provider before the sandbox's, then the first in the list. The others serve old orders. */
function offered(all: readonly PaymentProvider[]) {
  const inOrder = [...all.filter(({ sandbox }) => !sandbox), ...all.filter(({ sandbox }) => sandbox)]
  const providers = PAYMENT_KINDS.flatMap((kind) => inOrder.find((one) => one.kind === kind) ?? [])
  return { providers, otherProviders: inOrder.filter((one) => !providers.includes(one)) }
}
