import { randomBytes } from 'node:crypto'

/** How a payer behaves on the approval page, and what becomes of the callbacks. */
export const SCENARIOS = ['approve', 'decline', 'delay', 'double', 'wrongAmount', 'forged', 'silent'] as const
/** `tooMuch` and `late` are known to cryptocurrency only, `unclaimed` to Octopus, `twice` to Payment Asia. */
export type Scenario = (typeof SCENARIOS)[number] | 'tooMuch' | 'late' | 'unclaimed' | 'twice'

/** Minutes after which a delayed payment is completed. */
export const DELAY_MINUTES = 10

/** A payment at one of the providers. Instants are milliseconds of the sandbox's clock. */
export interface SandboxPayment {
  readonly provider: string
  /** The provider's id: PayPal's order, Antom's paymentId. */
  readonly id: string
  /** The merchant's id: custom_id, paymentRequestId. */
  readonly orderId: string
  /** The request's content, which distinguishes a repeated request from another with the same id. */
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
  /** Differs from the amount only with `wrongAmount`. */
  paidCents: number
  completesAt?: number | undefined
  /** PayPal's capture, PayMe's transaction. */
  captureId?: string | undefined
  paidAt?: number | undefined
  refunds: SandboxRefund[]
  dispute?: SandboxDispute | undefined
}

/** The payer disputes a payment at PayPal, which decides. */
export interface SandboxDispute {
  readonly id: string
  outcome: 'open' | 'won' | 'lost'
  changedAt: number
}

export interface SandboxRefund {
  readonly id: string
  /** The merchant's idempotency key. */
  readonly requestId: string
  readonly amountCents: number
  readonly at?: number
  readonly notifyUrl?: string | undefined
  isTold?: boolean
  claimedCents?: number
  isClosed?: boolean
}

/** The outcome of a mandate's charges, until another is chosen. */
export const CHARGE_OUTCOMES = ['succeed', 'decline', 'wrongAmount'] as const
export type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number]

/** Agreements to be charged again: PayPal's subscriptions, Antom's authorizations. */
export interface SandboxMandate {
  readonly provider: string
  readonly id: string
  /** The merchant's id: custom_id, authState. */
  readonly agreementId: string
  readonly request: string
  readonly amountCents: number
  readonly currency: string
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly notifyUrl?: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  state: 'open' | 'processing' | 'active' | 'suspended' | 'declined' | 'ended'
  scenario: Scenario
  payer: string
  charges: ChargeOutcome
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
  readonly startsAt?: number | undefined
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

export interface SandboxSale {
  readonly id: string
  readonly amountCents: number
  readonly at: number
  readonly refunds: SandboxRefund[]
}

export interface SandboxPlan {
  readonly id: string
  readonly request: string
  readonly name: string
  readonly amountCents: number
  readonly currency: string
  readonly hasTrial: boolean
  readonly failuresMax: number
}

export interface Delivery {
  readonly id: string
  readonly provider: string
  /** The registered address if undefined. */
  readonly url?: string | undefined
  readonly body: string
  readonly forged: boolean
  dueAt: number
  attempts: number
}

/** Everything that survives a restart. Beside it, the credentials of each provider are kept under its name. */
export interface SandboxState {
  readonly payments: SandboxPayment[]
  readonly mandates: SandboxMandate[]
  readonly products: { readonly id: string; readonly request: string }[]
  readonly plans: SandboxPlan[]
  readonly deliveries: Delivery[]
}

export interface Context {
  readonly state: SandboxState
  /** The credentials that a provider made by `newSecrets`. */
  secretsOf(provider: string): unknown
  /** Milliseconds of the sandbox's clock, which `/dev/clock` moves. */
  now(): number
  /** The sandbox's own address: `http://127.0.0.1:9123`. */
  url(): string
}

export interface SandboxRequest {
  readonly method: string
  /** The path with its query, as it was sent. */
  readonly target: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface SandboxResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A route: method, path (a group for each parameter), handler. */
export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: RegExp,
  handle: (request: SandboxRequest, ...parameters: string[]) => SandboxResponse | Promise<SandboxResponse>,
]

/** A page on which a payer decides. */
export interface PayerPage {
  readonly path: string
  /** The parameter of the query that names the payment or the mandate. */
  readonly parameter: string
  /** The browser returns to the merchant; otherwise it is a phone that has scanned a QR code. */
  readonly returns: boolean
}

/** A provider that the sandbox plays. */
export interface SandboxProvider {
  /** As the service's list has it: callbacks go to `/hooks/{name}`. */
  readonly name: string
  /** Credentials for a new state file. `former`: what earlier versions kept at its top level. */
  newSecrets(former: Readonly<Record<string, unknown>>): object
  /** The merchant's settings for it. */
  settings(context: Context): Readonly<Record<string, string>>
  routes(context: Context): Route[]
  readonly pages: readonly PayerPage[]
  /** What a payer can do on its pages; all that every provider knows if undefined. */
  readonly scenariosOf?: (payment: SandboxPayment) => readonly Scenario[]
  /** The browser comes back with a POST. */
  readonly returnsByPost?: boolean
  nameOf(payment: SandboxPayment): string
  decide(context: Context, payment: SandboxPayment): void
  complete(context: Context, payment: SandboxPayment): void
  /** Changes the address that the payer returns to. */
  readonly returnTo?: (url: URL, payment: SandboxPayment) => void
  /** What falls due besides delayed payments. */
  readonly runDue?: (context: Context) => void
  readonly mandates?: MandateRole
  /** Minutes between the attempts of a callback; after the last one it gives up. */
  readonly retryMinutes: readonly number[]
  readonly contentType: string
  /** The headers that sign a callback; a `forged` one is signed wrongly. */
  headers(context: Context, url: string, delivery: Delivery): Record<string, string>
  /** Whether the merchant has taken a callback. */
  isAccepted(status: number, body: string): boolean
}

export interface MandateRole {
  /** Its name on its pages. */
  readonly name: string
  readonly pages: readonly PayerPage[]
  /** The payer has chosen a scenario. */
  decide(context: Context, mandate: SandboxMandate): void
  approve(context: Context, mandate: SandboxMandate): void
  end(context: Context, mandate: SandboxMandate): unknown
  /** Charges what has fallen due. @returns whether anything has */
  readonly chargeDue?: (context: Context, mandate: SandboxMandate) => boolean
  returnTo(url: URL, mandate: SandboxMandate): void
}

export const json = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(body),
})

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}form{display:grid;gap:.5rem}button{font:inherit;padding:.75rem;text-align:start}'

export const html = (status: number, body: string): SandboxResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  },
  body: `<!doctype html><html lang="zh-HK"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox</title><style>${STYLE}</style></head><body>${body}</body></html>`,
})

/** The end of a provider's page that does not lead back by itself. */
export const done = (): SandboxResponse =>
  html(
    200,
    '<h1>完成 Done</h1><p>你可關閉此頁，返回原來的頁面。</p><p lang="en">You can close this page and go back to where you were.</p>',
  )

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const newProviderId = (length = 17): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('')

/** `"88.00"` from cents. */
export const decimalOf = (cents: number): string => (cents / 100).toFixed(2)

export const findPayment = ({ state }: Context, provider: string, by: Partial<SandboxPayment>) =>
  state.payments.find((one) => one.provider === provider && isAlike(one, by))

export const findMandate = ({ state }: Context, provider: string, by: Partial<SandboxMandate>) =>
  state.mandates.find((one) => one.provider === provider && isAlike(one, by))

const isAlike = <T extends object>(one: T, by: Partial<T>): boolean =>
  Object.entries(by).every(([name, value]) => one[name as keyof T] === value)

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
