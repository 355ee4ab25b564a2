/** How a payer behaves on the approval page, and what becomes of the callbacks. */
export const SCENARIOS = ['approve', 'decline', 'delay', 'double', 'wrongAmount', 'forged', 'silent'] as const
/** `tooMuch` and `late` are known to cryptocurrency only, `unclaimed` to Octopus, `twice` to Payment Asia. */
export type Scenario = (typeof SCENARIOS)[number] | 'tooMuch' | 'late' | 'unclaimed' | 'twice'

/** Minutes after which a delayed payment is completed. */
export const DELAY_MINUTES = 10

export type ProviderName = 'paypal' | 'antom' | 'wechat' | 'payme' | 'payasia' | 'btcpay'

/** A payment at one of the providers. Instants are milliseconds of the sandbox's clock. */
export interface SandboxPayment {
  readonly provider: ProviderName
  /** The provider's id: PayPal's order, Antom's paymentId. */
  readonly id: string
  /** The merchant's id: custom_id, paymentRequestId. */
  readonly orderId: string
  /** What the request held, to tell a repeated one from another one with the same id. */
  readonly request: string
  /** Antom's paymentMethodType. */
  readonly method?: string | undefined
  readonly amountCents: number
  readonly currency: string
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
  /** Where callbacks go; the registered address if undefined. */
  readonly notifyUrl?: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  state: 'open' | 'approved' | 'processing' | 'paid' | 'declined' | 'cancelled'
  scenario: Scenario
  /** What the payer pays; differs from the amount only with `wrongAmount`. */
  paidCents: number
  /** When a processing payment is completed. */
  completesAt?: number | undefined
  /** PayPal's capture, PayMe's transaction. */
  captureId?: string | undefined
  /** When PayPal took the money. */
  paidAt?: number | undefined
  refunds: SandboxRefund[]
}

export interface SandboxRefund {
  readonly id: string
  /** The merchant's idempotency key. */
  readonly requestId: string
  readonly amountCents: number
  /** Where refunds take their time. */
  readonly at?: number
  isTold?: boolean
  /** Of a claim link. */
  claimedCents?: number
  isClosed?: boolean
}

/** What becomes of the charges of a mandate, until another is chosen. */
export const CHARGE_OUTCOMES = ['succeed', 'decline', 'wrongAmount'] as const
export type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number]

/** Agreements to be charged again: PayPal's subscriptions, Antom's authorizations. */
export interface SandboxMandate {
  readonly provider: 'paypal' | 'antom'
  /** The provider's id. */
  readonly id: string
  /** The merchant's id: custom_id, authState. */
  readonly agreementId: string
  /** PayPal-Request-Id. */
  readonly request: string
  readonly amountCents: number
  readonly currency: string
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly createdAt: number
  readonly expiresAt: number
  state: 'open' | 'processing' | 'active' | 'suspended' | 'declined' | 'ended'
  scenario: Scenario
  payer: string
  charges: ChargeOutcome
  /** When a delayed approval is completed. */
  completesAt?: number | undefined
  /** PayPal: what it charges by. */
  schedule?: SandboxSchedule | undefined
  /** Antom: what the payer's approval gave, and what it was exchanged for. */
  authCode?: string | undefined
  isCodeUsed?: boolean | undefined
  accessToken?: string | undefined
  refreshToken?: string | undefined
  tokenExpiresAt?: number | undefined
  sales: SandboxSale[]
}

export interface SandboxSchedule {
  readonly planId: string
  readonly hasTrial: boolean
  /** When it begins, if that was given. */
  readonly startsAt?: number | undefined
  /** Charged on approval. */
  readonly setupFeeCents?: number | undefined
  /** Charges in a row that may fail. */
  readonly failuresMax: number
  /** The date that the months are counted from, and how many have been charged. */
  anchor: number
  months: number
  dueAt?: number | undefined
  failures: number
  failedAt?: number | undefined
}

/** A charge of a subscription. */
export interface SandboxSale {
  readonly id: string
  readonly amountCents: number
  readonly at: number
  readonly refunds: SandboxRefund[]
}

/** A plan in PayPal's catalogue. */
export interface SandboxPlan {
  readonly id: string
  readonly request: string
  readonly name: string
  readonly amountCents: number
  readonly currency: string
  readonly hasTrial: boolean
  readonly failuresMax: number
}

/** A callback that waits to be delivered. */
export interface Delivery {
  readonly id: string
  readonly provider: ProviderName
  /** The registered address if undefined. */
  readonly url?: string | undefined
  readonly body: string
  /** Its signature is wrong. */
  readonly forged: boolean
  dueAt: number
  attempts: number
}

/** Of Payment Asia. */
export interface PayasiaSecrets {
  readonly token: string
  readonly secret: string
}

/** Of BTCPay Server. */
export interface BtcpaySecrets {
  readonly apiKey: string
  readonly storeId: string
  readonly webhookSecret: string
}

/** Of WeChat Pay. Keys in PEM: the merchant's signs our requests, the platform's what WeChat Pay sends. */
export interface WechatSecrets {
  readonly merchantKey: string
  readonly platformKey: string
  readonly appId: string
  readonly mchId: string
  readonly merchantSerial: string
  readonly platformSerial: string
  readonly apiKey: string
}

/** Of PayMe. */
export interface PaymeSecrets {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingKeyId: string
  readonly signingKey: string
}

/** Everything that survives a restart. */
export interface SandboxState {
  /** PEM. PayPal's key signs its webhooks, Antom's its responses and notifications, the merchant's our requests to Antom. */
  readonly keys: { readonly paypal: string; readonly antom: string; readonly merchant: string }
  readonly certificate: string
  readonly secrets: { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string }
  readonly wechat: WechatSecrets
  readonly payme: PaymeSecrets
  readonly payasia: PayasiaSecrets
  readonly btcpay: BtcpaySecrets
  readonly payments: SandboxPayment[]
  readonly mandates: SandboxMandate[]
  /** PayPal's catalogue. */
  readonly products: { readonly id: string; readonly request: string }[]
  readonly plans: SandboxPlan[]
  readonly deliveries: Delivery[]
}

/** What the service needs to use the sandbox. */
export interface SandboxAccess {
  readonly url: string
  readonly paypal: { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string }
  readonly antom: { readonly clientId: string; readonly privateKey: string; readonly publicKey: string }
  readonly wechat: {
    readonly appId: string
    readonly mchId: string
    readonly mcc: string
    readonly serial: string
    readonly privateKey: string
    readonly apiKey: string
    readonly platformKeys: string
  }
  readonly payme: PaymeSecrets
  readonly payasia: { readonly merchantToken: string; readonly secret: string }
  readonly btcpay: BtcpaySecrets
}

export const ANTOM_CLIENT_ID = 'SANDBOX_HARBOUR_0001'
