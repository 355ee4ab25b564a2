import { PAYMENT_KINDS } from '#contract/payments.ts'
import type { MandateCallbacks, MandateProvider } from '#server/domains/agreements/index.ts'
import type { PaymentCallbacks, PaymentProvider } from '#server/domains/payments/index.ts'
import { type AntomAccess, antomParty } from './payment-parties/antom.party.ts'
import { type BtcpayAccess, btcpayParty } from './payment-parties/btcpay.party.ts'
import type { OpenedParty, Party, PaymentProvidersConfig } from './payment-parties/party.ts'
import { type PaymeAccess, paymeParty } from './payment-parties/payme.party.ts'
import { type PayasiaAccess, payasiaParty } from './payment-parties/payasia.party.ts'
import { type PaypalAccess, paypalParty } from './payment-parties/paypal.party.ts'
import { type WechatAccess, wechatParty } from './payment-parties/wechat.party.ts'

/** The credentials that the provider sandbox gives, by party. */
interface PartyAccess {
  readonly paypal: PaypalAccess
  readonly antom: AntomAccess
  readonly wechat: WechatAccess
  readonly payme: PaymeAccess
  readonly payasia: PayasiaAccess
  readonly btcpay: BtcpayAccess
}

/** Where the provider sandbox listens, and the credentials that it gives. */
export interface SandboxAccess extends PartyAccess {
  readonly url: string
}

/** Where two parties offer the same kind, the first one takes it. */
const PARTIES: { readonly [Name in keyof PartyAccess]: Party<PartyAccess[Name]> } = {
  paypal: paypalParty,
  antom: antomParty,
  wechat: wechatParty,
  payme: paymeParty,
  payasia: payasiaParty,
  btcpay: btcpayParty,
}

export interface PaymentProviders {
  readonly providers: readonly PaymentProvider[]
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
    providers: oneOfEachKind(opened.flatMap(({ providers }) => providers)),
    callbacks: opened.map(({ callbacks }) => callbacks),
    mandates: opened.flatMap(({ mandates = [] }) => mandates),
    mandateCallbacks: opened.flatMap(({ mandateCallbacks = [] }) => mandateCallbacks),
    formBases: opened.flatMap(({ formBases = [] }) => formBases),
  }
}

const NAMES = Object.keys(PARTIES) as (keyof PartyAccess)[]

/** Whether there is a party without credentials, for which the sandbox can stand in. */
export const lacksParty = (config: PaymentProvidersConfig): boolean =>
  NAMES.some((name) => !PARTIES[name].isConfigured(config))

function open<Name extends keyof PartyAccess>(
  name: Name,
  config: PaymentProvidersConfig,
  sandbox: SandboxAccess | undefined,
): OpenedParty | undefined {
  const party: Party<PartyAccess[Name]> = PARTIES[name]
  if (party.isConfigured(config)) return party.open(config)
  return sandbox && party.openSandbox(config, sandbox[name], sandbox.url)
}

/** One provider of each kind: a real one before the sandbox's, then that of the party that is listed first. */
function oneOfEachKind(providers: readonly PaymentProvider[]): PaymentProvider[] {
  const inOrder = [...providers.filter(({ sandbox }) => !sandbox), ...providers.filter(({ sandbox }) => sandbox)]
  return PAYMENT_KINDS.flatMap((kind) => inOrder.find((one) => one.kind === kind) ?? [])
}
