import type {
  Mandate,
  MandateCreation,
  MandateReport,
  NewMandate,
  ProviderCatalogue,
  PushProvider,
  ProviderCharge,
  MandateNotice,
} from '#server/domains/agreements/ports.ts'
import {
  type PaypalBody,
  type PaypalClient,
  type PaypalOptions,
  type PaypalAmount,
  isTransient,
  LOCALE,
  reasonOf,
} from './paypal-client.ts'
import { createHash } from 'node:crypto'
import { parseObject } from '#server/kit/provider-request.ts'
import { toCents, toPaypalAmount } from './paypal-client.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

const SUBSCRIPTIONS = '/v1/billing/subscriptions'

/** Subscriptions v1: PayPal's schedule charges. A version of a plan, with and without trial, is one plan there. */
export function createPaypalSubscriptions(options: PaypalOptions, send: PaypalClient): PushProvider {
  const plans = createPaypalPlans(options, send)

  async function setup(mandate: NewMandate, catalogue: ProviderCatalogue): Promise<MandateCreation> {
    const planId = await plans.planOf(mandate, catalogue)
    if (planId === undefined) return { outcome: 'unknown', reason: 'PayPal: no plan' }
    const response = await send({
      method: 'POST',
      path: SUBSCRIPTIONS,
      requestId: mandate.agreementId,
      body: subscriptionBody(mandate, { planId, brand: options.brand() }),
    })
    if (!response || isTransient(response.status)) return { outcome: 'unknown', reason: reasonOf(response) }
    const { id, status, links = [] } = response.body
    const url = links.find(({ rel }) => rel === 'approve')?.href
    // A repeated request, whose payer has decided since.
    const isDecided = status !== undefined && status !== 'APPROVAL_PENDING' && status !== 'APPROVED'
    if (response.status >= 300 || id === undefined || (url === undefined && !isDecided))
      return { outcome: 'refused', reason: reasonOf(response) }
    return {
      outcome: 'accepted',
      providerReference: id,
      action: isDecided || url === undefined ? null : { type: 'redirect', url },
    }
  }

  /** A subscription whose id we never received cannot be approved. */
  async function query({ agreementId, providerReference }: Mandate): Promise<MandateReport> {
    if (providerReference === null) return { state: 'absent' }
    const response = await send({ method: 'GET', path: pathOf(providerReference) })
    if (response?.status === 404) return { state: 'absent' }
    if (response?.status !== 200) return { state: 'unknown' }
    const subscription: PaypalSubscription = response.body
    const providerCharges = await chargesOfSubscription(providerReference, subscription)
    return providerCharges ? reportOfSubscription(subscription, { agreementId, providerCharges }) : { state: 'unknown' }
  }

  async function chargesOfSubscription(
    providerReference: string,
    subscription: PaypalSubscription,
  ): Promise<ProviderCharge[] | undefined> {
    const period = chargePeriodOf(subscription)
    if (!period) return []
    const search = new URLSearchParams({ start_time: period.start, end_time: period.end })
    const response = await send({ method: 'GET', path: `${pathOf(providerReference)}/transactions?${search}` })
    if (response?.status !== 200) return undefined
    return chargesOf((response.body as PaypalBody & { transactions?: PaypalTransaction[] }).transactions ?? [])
  }

  const suspend = (mandate: Mandate) => change(mandate, { call: 'suspend', wanted: ['suspended'] })
  const resume = (mandate: Mandate) => change(mandate, { call: 'activate', wanted: ['active'] })
  const end = async (mandate: Mandate) =>
    mandate.providerReference === null || change(mandate, { call: 'cancel', wanted: ['ended', 'absent'] })

  type Change = { call: 'suspend' | 'activate' | 'cancel'; wanted: readonly MandateReport['state'][] }

  /** PayPal refuses a change that is made already: it is queried then. */
  async function change(mandate: Mandate, { call, wanted }: Change): Promise<boolean> {
    const { providerReference } = mandate
    if (providerReference === null) return false
    const body = { reason: REASONS[call] }
    const response = await send({ method: 'POST', path: `${pathOf(providerReference)}/${call}`, body })
    if (response && response.status < 300) return true
    return wanted.includes((await query(mandate)).state)
  }

  return { kind: 'paypal', mode: 'push', sandbox: options.sandbox, setup, query, suspend, resume, end }
}

const pathOf = (providerReference: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(providerReference)}`

const REASONS = {
  suspend: 'Cancelled by the member',
  activate: 'The member has undone it',
  cancel: 'The plan has ended',
} as const

function subscriptionBody(mandate: NewMandate, { planId, brand }: { planId: string; brand: string }): object {
  const { agreementId, isChargedNow, language, continueUrl, cancelUrl } = mandate
  return {
    plan_id: planId,
    custom_id: agreementId,
    start_time: startTimeOf(mandate),
    ...(isChargedNow && { plan: chargedNow(mandate) }),
    application_context: {
      brand_name: brand,
      locale: LOCALE[language],
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
      return_url: continueUrl,
      cancel_url: cancelUrl,
    },
  }
}

const PRODUCT = 'product'

/** One product and its plans, each made once under a derived id. */
function createPaypalPlans(options: PaypalOptions, send: PaypalClient) {
  return { planOf }

  async function planOf(mandate: NewMandate, catalogue: ProviderCatalogue): Promise<string | undefined> {
    const productId = await kept(catalogue, PRODUCT, {
      path: '/v1/catalogs/products',
      body: { name: options.brand(), type: 'SERVICE', category: 'ONLINE_SERVICES' },
    })
    if (productId === undefined) return undefined
    return kept(catalogue, planNameOf(mandate), { path: '/v1/billing/plans', body: planBody(mandate, productId) })
  }

  async function kept(
    catalogue: ProviderCatalogue,
    name: string,
    { path, body }: { path: string; body: object },
  ): Promise<string | undefined> {
    const known = await catalogue.find(name)
    if (known !== undefined) return known
    const response = await send({ method: 'POST', path, requestId: catalogueIdOf(name), body })
    const id = response && response.status < 300 ? response.body.id : undefined
    return id === undefined ? undefined : catalogue.keep(name, id)
  }
}

interface PaypalSubscription extends PaypalBody {
  readonly custom_id?: string
  readonly subscriber?: { readonly payer_id?: string }
  readonly billing_info?: {
    readonly failed_payments_count?: number
    readonly last_failed_payment?: { readonly time?: string }
    readonly last_payment?: { readonly time?: string }
    readonly next_billing_time?: string
    readonly cycle_executions?: readonly { readonly tenure_type?: string; readonly cycles_remaining?: number }[]
  }
}

interface PaypalTransaction {
  readonly id?: string
  readonly status?: string
  readonly amount_with_breakdown?: { readonly gross_amount?: PaypalAmount }
}

type PlanTerms = Pick<NewMandate, 'planVersionId' | 'trial' | 'amountCents' | 'currency'>

const planNameOf = ({ planVersionId, trial, amountCents, currency }: PlanTerms): string =>
  `plan ${planVersionId} ${amountCents} ${currency}${trial ? ' trial' : ''}`

const catalogueIdOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32)

/** The first charge and two more, five days apart; then PayPal suspends the subscription. */
const FAILURES_MAX = 3
const NAME_MAX = 127
const MONTHLY = { interval_unit: 'MONTH', interval_count: 1 } as const

/** A month, without end; with a free month before it for a trial. */
export function planBody(
  { name, amountCents, currency, trial }: Pick<NewMandate, 'name' | 'amountCents' | 'currency' | 'trial'>,
  productId: string,
): object {
  const free = {
    frequency: MONTHLY,
    tenure_type: 'TRIAL',
    sequence: 1,
    total_cycles: 1,
    pricing_scheme: { fixed_price: toPaypalAmount(0, currency) },
  }
  const paid = {
    frequency: MONTHLY,
    tenure_type: 'REGULAR',
    sequence: trial ? 2 : 1,
    total_cycles: 0,
    pricing_scheme: { fixed_price: toPaypalAmount(amountCents, currency) },
  }
  return {
    product_id: productId,
    name: `${name.zh_HK} ${name.en_US}`.slice(0, NAME_MAX),
    status: 'ACTIVE',
    billing_cycles: trial ? [free, paid] : [paid],
    payment_preferences: PREFERENCES,
  }
}

/** A failed charge is not added to the next month. */
const PREFERENCES = { auto_bill_outstanding: false, payment_failure_threshold: FAILURES_MAX } as const

/** PayPal counts months by the start's day in California, and charges at this hour of Hong Kong. */
const CHARGE_HOUR = 18
/** Late enough on a day to lie ahead, and to be the same day in California. */
const TRIAL_START = { hours: 28 } as const

/** So that PayPal charges on the days that were announced in Hong Kong: that of the free month, or the last day of what is paid. */
function startTimeOf({ startsAt, trial }: Pick<NewMandate, 'startsAt' | 'trial'>): string {
  const last = (trial ? startsAt : startsAt.subtract({ nanoseconds: 1 })).toZonedDateTimeISO(HONG_KONG).startOfDay()
  const at = last.add(trial ? TRIAL_START : { hours: CHARGE_HOUR })
  return at.toInstant().toString({ smallestUnit: 'second' })
}

/** A month that is charged on approval is the setup fee. */
const chargedNow = ({ amountCents, currency }: Pick<NewMandate, 'amountCents' | 'currency'>): object => ({
  payment_preferences: {
    ...PREFERENCES,
    setup_fee: toPaypalAmount(amountCents, currency),
    setup_fee_failure_action: 'CANCEL',
  },
})

/** Around the last charge. */
const CHARGE_DAYS = 40

/** @returns undefined when the subscription was never charged */
function chargePeriodOf({ billing_info }: PaypalSubscription): { start: string; end: string } | undefined {
  const last = instantOf(billing_info?.last_payment?.time)
  if (!last) return undefined
  const [start, end] = [last.subtract({ hours: CHARGE_DAYS * 24 }), last.add({ hours: 24 })]
  return { start: start.toString({ smallestUnit: 'second' }), end: end.toString({ smallestUnit: 'second' }) }
}

const chargesOf = (transactions: readonly PaypalTransaction[]): ProviderCharge[] =>
  transactions.flatMap(({ id, status, amount_with_breakdown }) => {
    const amount = amount_with_breakdown?.gross_amount
    const amountCents = toCents(amount?.value)
    const isPaid = status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
    if (!isPaid || id === undefined || !amount || amountCents === undefined) return []
    return [{ paymentReference: id, amountCents, currency: amount.currency_code }]
  })

function reportOfSubscription(
  { status, custom_id, subscriber, billing_info }: PaypalSubscription,
  { agreementId, providerCharges }: { agreementId: string; providerCharges: readonly ProviderCharge[] },
): MandateReport {
  if (custom_id !== agreementId) return { state: 'unknown' }
  const hasFailed = (billing_info?.failed_payments_count ?? 0) > 0
  const chargeFailedAt = hasFailed ? instantOf(billing_info?.last_failed_payment?.time) : undefined
  const nextChargeAt = isTrialAhead(billing_info) ? undefined : instantOf(billing_info?.next_billing_time)
  const approved = { payerReference: subscriber?.payer_id, chargeFailedAt, nextChargeAt, providerCharges }
  switch (status) {
    case 'APPROVAL_PENDING':
    case 'APPROVED':
      return { state: 'open' }
    case 'ACTIVE':
      return { state: 'active', ...approved }
    case 'SUSPENDED':
      return { state: 'suspended', ...approved }
    case 'CANCELLED':
    case 'EXPIRED':
      return { state: 'ended', providerCharges }
    default:
      return { state: 'unknown' }
  }
}

/** Its next date is that of the free month. */
const isTrialAhead = (info: PaypalSubscription['billing_info']): boolean =>
  info?.cycle_executions?.some((one) => one.tenure_type === 'TRIAL' && (one.cycles_remaining ?? 0) > 0) ?? false

function instantOf(text: string | undefined): Temporal.Instant | undefined {
  try {
    return text === undefined ? undefined : Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}

interface Event {
  readonly event_type: string
  readonly resource: {
    readonly id?: string
    readonly state?: string
    readonly custom_id?: string
    readonly custom?: string
    readonly billing_agreement_id?: string
    readonly amount?: { readonly total?: string; readonly currency?: string }
  }
}

const SUBSCRIPTION_EVENT =
  /^BILLING\.SUBSCRIPTION\.(ACTIVATED|RE-ACTIVATED|SUSPENDED|CANCELLED|EXPIRED|PAYMENT\.FAILED)$/
const agreementIdOf = (text: string | undefined) => (/^[0-9a-f]{32}$/.test(text ?? '') ? text : undefined)

/** @returns undefined for an event that is not about a subscription */
export function readSubscriptionEvent(body: Buffer): MandateNotice | undefined {
  const { event_type = '', resource } = parseObject<Event>(body.toString()) ?? {}
  if (!resource) return undefined
  if (SUBSCRIPTION_EVENT.test(event_type) && resource.id !== undefined)
    return { agreementId: agreementIdOf(resource.custom_id), providerReference: resource.id }
  const { id, state, billing_agreement_id: providerReference, amount } = resource
  const isSale = event_type === 'PAYMENT.SALE.COMPLETED' && state === 'completed' && providerReference !== undefined
  const amountCents = toCents(amount?.total)
  if (!isSale || id === undefined || amountCents === undefined || amount?.currency === undefined) return undefined
  return {
    agreementId: agreementIdOf(resource.custom ?? resource.custom_id),
    providerReference,
    providerCharge: { paymentReference: id, amountCents, currency: amount.currency },
  }
}
