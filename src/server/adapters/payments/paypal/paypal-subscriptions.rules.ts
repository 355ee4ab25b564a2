import { createHash } from 'node:crypto'
import type { MandateNotice, MandateReport, NewMandate, ProviderCharge } from '#server/domains/agreements/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import type { PaypalAmount, PaypalBody } from './paypal-client.ts'
import { toCents, toPaypalAmount } from './paypal.rules.ts'

/** The fields of a subscription that we read. */
export interface PaypalSubscription extends PaypalBody {
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

/** A charge in the list of a subscription. */
export interface PaypalTransaction {
  readonly id?: string
  readonly status?: string
  readonly amount_with_breakdown?: { readonly gross_amount?: PaypalAmount }
}

type PlanTerms = Pick<NewMandate, 'planVersionId' | 'trial' | 'amountCents' | 'currency'>

/** Under which name PayPal's plan of a version is kept: one with and one without the trial. */
export const planNameOf = ({ planVersionId, trial, amountCents, currency }: PlanTerms): string =>
  `plan ${planVersionId} ${amountCents} ${currency}${trial ? ' trial' : ''}`

/** PayPal's idempotency key of something in the catalogue. */
export const catalogueIdOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32)

/** The first charge and two more, five days apart; then the subscription is suspended. */
const FAILURES_MAX = 3
const NAME_MAX = 127
const MONTHLY = { interval_unit: 'MONTH', interval_count: 1 } as const

/** A plan: a month, for ever; with a free month before it where there is a trial. */
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

/** What could not be charged is not added to the next month. */
const PREFERENCES = { auto_bill_outstanding: false, payment_failure_threshold: FAILURES_MAX } as const

const TIME_ZONE = 'Asia/Hong_Kong'
/** PayPal counts months by the day of the start in California, and charges on such a day at this hour in Hong Kong. */
const CHARGE_HOUR = 18
/** So late on a day that it lies ahead, and that it is this same day in California. */
const TRIAL_START = { hours: 28 } as const

/**
 * When a subscription starts, so that PayPal charges on the days that were named in Hong Kong: with the free month's day, or on the last
 * day of what is paid.
 */
export function startTimeOf({ startsAt, trial }: Pick<NewMandate, 'startsAt' | 'trial'>): string {
  const last = (trial ? startsAt : startsAt.subtract({ nanoseconds: 1 })).toZonedDateTimeISO(TIME_ZONE).startOfDay()
  const at = last.add(trial ? TRIAL_START : { hours: CHARGE_HOUR })
  return at.toInstant().toString({ smallestUnit: 'second' })
}

/** A month that is charged on approval, before the schedule starts: as the setup fee of this subscription. */
export const chargedNow = ({ amountCents, currency }: Pick<NewMandate, 'amountCents' | 'currency'>): object => ({
  payment_preferences: {
    ...PREFERENCES,
    setup_fee: toPaypalAmount(amountCents, currency),
    setup_fee_failure_action: 'CANCEL',
  },
})

/** The days around the last charge in which charges are looked for. */
const SALES_DAYS = 40

/** The period in which the subscription was last charged. @returns undefined when it never was */
export function salesPeriodOf({ billing_info }: PaypalSubscription): { start: string; end: string } | undefined {
  const last = instantOf(billing_info?.last_payment?.time)
  if (!last) return undefined
  const [start, end] = [last.subtract({ hours: SALES_DAYS * 24 }), last.add({ hours: 24 })]
  return { start: start.toString({ smallestUnit: 'second' }), end: end.toString({ smallestUnit: 'second' }) }
}

/** The charges of a list that took money. */
export const salesOf = (transactions: readonly PaypalTransaction[]): ProviderCharge[] =>
  transactions.flatMap(({ id, status, amount_with_breakdown }) => {
    const amount = amount_with_breakdown?.gross_amount
    const amountCents = toCents(amount?.value)
    const isPaid = status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
    if (!isPaid || id === undefined || !amount || amountCents === undefined) return []
    return [{ paymentReference: id, amountCents, currency: amount.currency_code }]
  })

/** How a subscription stands. */
export function reportOfSubscription(
  { status, custom_id, subscriber, billing_info }: PaypalSubscription,
  { agreementId, sales }: { agreementId: string; sales: readonly ProviderCharge[] },
): MandateReport {
  if (custom_id !== agreementId) return { state: 'unknown' }
  const hasFailed = (billing_info?.failed_payments_count ?? 0) > 0
  const chargeFailedAt = hasFailed ? instantOf(billing_info?.last_failed_payment?.time) : undefined
  const nextChargeAt = isTrialAhead(billing_info) ? undefined : instantOf(billing_info?.next_billing_time)
  const approved = { payerReference: subscriber?.payer_id, chargeFailedAt, nextChargeAt, providerCharges: sales }
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
      return { state: 'ended', providerCharges: sales }
    default:
      return { state: 'unknown' }
  }
}

/** Its next date is that of the free month, which takes nothing. */
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
    /** Of a sale: `completed`. */
    readonly state?: string
    /** Of a subscription, and of a sale. */
    readonly custom_id?: string
    readonly custom?: string
    readonly billing_agreement_id?: string
    readonly amount?: { readonly total?: string; readonly currency?: string }
  }
}

const SUBSCRIPTION_EVENT =
  /^BILLING\.SUBSCRIPTION\.(ACTIVATED|RE-ACTIVATED|SUSPENDED|CANCELLED|EXPIRED|PAYMENT\.FAILED)$/
const agreementIdOf = (text: string | undefined) => (/^[0-9a-f]{32}$/.test(text ?? '') ? text : undefined)

/** What an event says of a subscription. @returns undefined for one that is not about one */
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
