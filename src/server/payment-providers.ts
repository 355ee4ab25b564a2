import { PAYMENT_KINDS } from '#contract/payments.ts'
import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/index.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/index.ts'
import { type AntomAccess, antomGateway } from './payment-gateways/antom.gateway.ts'
import { type BtcpayAccess, btcpayGateway } from './payment-gateways/btcpay.gateway.ts'
import type { OpenedGateway, PaymentGateway, PaymentProvidersConfig } from './payment-gateways/payment-gateway.ts'
import { type PaymeAccess, paymeGateway } from './payment-gateways/payme.gateway.ts'
import { type PayasiaAccess, payasiaGateway } from './payment-gateways/payasia.gateway.ts'
import { type PaypalAccess, paypalGateway } from './payment-gateways/paypal.gateway.ts'
import { type WechatAccess, wechatGateway } from './payment-gateways/wechat.gateway.ts'

/** The credentials that the provider sandbox gives, by gateway. */
interface GatewayAccess {
  readonly paypal: PaypalAccess
  readonly antom: AntomAccess
  readonly wechat: WechatAccess
  readonly payme: PaymeAccess
  readonly payasia: PayasiaAccess
  readonly btcpay: BtcpayAccess
}

/** Where the provider sandbox listens, and the credentials that it gives. */
export interface SandboxAccess extends GatewayAccess {
  readonly url: string
}

/** Where two gateways offer the same kind, the first one takes it. */
const GATEWAYS: { readonly [Name in keyof GatewayAccess]: PaymentGateway<GatewayAccess[Name]> } = {
  paypal: paypalGateway,
  antom: antomGateway,
  wechat: wechatGateway,
  payme: paymeGateway,
  payasia: payasiaGateway,
  btcpay: btcpayGateway,
}

export interface PaymentProviders {
  readonly providers: readonly PaymentProvider[]
  /** Those of kinds that another gateway offers now. */
  readonly otherProviders: readonly PaymentProvider[]
  readonly callbacks: readonly PaymentCallbacks[]
  /** Those that can renew a plan. */
  readonly mandates: readonly MandateProvider[]
  readonly mandateCallbacks: readonly MandateCallbacks[]
  /** The sites to which pages post a form. */
  readonly formBases: readonly string[]
}

/** The kinds of payment with credentials; others are taken from the sandbox, or not offered where there is none. */
export function openPaymentProviders(
  config: PaymentProvidersConfig,
  sandbox: SandboxAccess | undefined,
): PaymentProviders {
  const opened = NAMES.map((name) => open(name, config, sandbox)).filter((one) => one !== undefined)
  return {
    ...offered(opened.flatMap(({ providers }) => providers)),
    callbacks: opened.map(({ callbacks }) => callbacks),
    mandates: opened.flatMap(({ mandates = [] }) => mandates),
    mandateCallbacks: opened.flatMap(({ mandateCallbacks = [] }) => mandateCallbacks),
    formBases: opened.flatMap(({ formBases = [] }) => formBases),
  }
}

const NAMES = Object.keys(GATEWAYS) as (keyof GatewayAccess)[]

/** Whether there is a gateway without credentials, for which the sandbox can stand in. */
export const lacksGateway = (config: PaymentProvidersConfig): boolean =>
  NAMES.some((name) => !GATEWAYS[name].isConfigured(config))

function open(
  name: keyof GatewayAccess,
  config: PaymentProvidersConfig,
  sandbox: SandboxAccess | undefined,
): OpenedGateway | undefined {
  // Each gateway takes the access of its own name.
  const gateway = GATEWAYS[name] as PaymentGateway<GatewayAccess[keyof GatewayAccess]>
  if (gateway.isConfigured(config)) return gateway.open(config)
  return sandbox && gateway.openSandbox(config, sandbox[name], sandbox.url)
}

/** One provider of each kind: a real one before the sandbox's, then that of the gateway that is listed first. The others serve old orders. */
function offered(all: readonly PaymentProvider[]) {
  const inOrder = [...all.filter(({ sandbox }) => !sandbox), ...all.filter(({ sandbox }) => sandbox)]
  const providers = PAYMENT_KINDS.flatMap((kind) => inOrder.find((one) => one.kind === kind) ?? [])
  return { providers, otherProviders: inOrder.filter((one) => !providers.includes(one)) }
}
