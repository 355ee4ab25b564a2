import { type Context, decimalOf, findMandate, newProviderId, queueCallback } from './context.ts'
import { json, type Route, type SandboxRequest, type SandboxResponse } from './http.ts'
import { authorized, centsOf, eventBody, INVALID, NOT_FOUND, parse, problem, statusAfter } from './paypal.ts'
import { DELAY_MINUTES, type SandboxMandate, type SandboxSale, type SandboxSchedule } from './sandbox-model.ts'

/** A subscription can be approved for three hours. */
const LIFETIME_MS = 3 * 3_600_000
/** What could not be charged is tried again. */
const RETRY_MS = 5 * 24 * 3_600_000

/** PayPal's Subscriptions v1. */
export function createSubscriptionRoutes(context: Context): Route[] {
  const member = authorized(context)
  const change = (work: (context: Context, mandate: SandboxMandate) => boolean) =>
    member((_, id) => {
      const mandate = findMandate(context, 'paypal', { id })
      if (!mandate) return NOT_FOUND()
      return work(context, mandate)
        ? { status: 204 }
        : problem(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID')
    })
  return [
    ['POST', /^\/v1\/billing\/subscriptions$/, member((request) => subscribe(context, request))],
    ['GET', /^\/v1\/billing\/subscriptions\/([\w-]+)$/, member((_, id) => show(context, id))],
    [
      'GET',
      /^\/v1\/billing\/subscriptions\/([\w-]+)\/transactions$/,
      member((request, id) => list(context, request, id)),
    ],
    ['POST', /^\/v1\/billing\/subscriptions\/([\w-]+)\/suspend$/, change(suspend)],
    ['POST', /^\/v1\/billing\/subscriptions\/([\w-]+)\/activate$/, change(activate)],
    ['POST', /^\/v1\/billing\/subscriptions\/([\w-]+)\/cancel$/, change(endSubscription)],
  ]
}

interface SubscriptionRequest {
  plan_id?: string
  custom_id?: string
  start_time?: string
  plan?: { payment_preferences?: { setup_fee?: { value?: string; currency_code?: string } } }
  application_context?: { return_url?: string; cancel_url?: string }
}

function subscribe(context: Context, { headers, body }: SandboxRequest): SandboxResponse {
  const { state } = context
  const request = headers['paypal-request-id'] ?? newProviderId()
  const known = findMandate(context, 'paypal', { request })
  if (known) return json(200, subscriptionBody(context, known))
  const { plan_id, custom_id, start_time, plan: own, application_context } = (parse(body) ?? {}) as SubscriptionRequest
  const plan = state.plans.find(({ id }) => id === plan_id)
  const { return_url: returnUrl, cancel_url: cancelUrl } = application_context ?? {}
  const startsAt = start_time === undefined ? undefined : Temporal.Instant.from(start_time).epochMilliseconds
  const isPast = startsAt !== undefined && startsAt <= context.now()
  const fee = own?.payment_preferences?.setup_fee
  const setupFeeCents = fee && centsOf(fee.value)
  const isWrongFee = fee && (!setupFeeCents || fee.currency_code !== plan?.currency || startsAt === undefined)
  if (!plan || !custom_id || !returnUrl || !cancelUrl || isPast || isWrongFee) return INVALID()
  const id = `I-${newProviderId(12)}`
  const mandate: SandboxMandate = {
    provider: 'paypal',
    id,
    agreementId: custom_id,
    request,
    amountCents: plan.amountCents,
    currency: plan.currency,
    description: plan.name,
    returnUrl,
    cancelUrl,
    createdAt: context.now(),
    expiresAt: context.now() + LIFETIME_MS,
    state: 'open',
    scenario: 'approve',
    payer: newProviderId(13),
    charges: 'succeed',
    schedule: {
      planId: plan.id,
      hasTrial: plan.hasTrial,
      startsAt,
      setupFeeCents,
      failuresMax: plan.failuresMax,
      anchor: 0,
      months: 0,
      failures: 0,
    },
    sales: [],
  }
  state.mandates.push(mandate)
  return json(201, subscriptionBody(context, mandate))
}

const STATUS = {
  open: 'APPROVAL_PENDING',
  processing: 'APPROVED',
  declined: 'CANCELLED',
  active: 'ACTIVE',
  suspended: 'SUSPENDED',
  ended: 'CANCELLED',
} as const satisfies Record<SandboxMandate['state'], string>

const timeOf = (milliseconds: number) =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toString({ smallestUnit: 'second' })

function subscriptionBody(context: Context, mandate: SandboxMandate): object {
  const { id, agreementId, state, payer, schedule, sales } = mandate
  const last = sales.at(-1)
  return {
    id,
    plan_id: schedule?.planId,
    custom_id: agreementId,
    status: STATUS[state],
    ...(state !== 'open' && { subscriber: { payer_id: payer } }),
    billing_info: {
      outstanding_balance: moneyOf(mandate, schedule?.failedAt === undefined ? 0 : mandate.amountCents),
      failed_payments_count: schedule?.failures ?? 0,
      ...(schedule && cyclesOf(context, schedule)),
      ...(last && { last_payment: { amount: moneyOf(mandate, last.amountCents), time: timeOf(last.at) } }),
      ...(schedule?.failedAt !== undefined && {
        last_failed_payment: { amount: moneyOf(mandate, mandate.amountCents), time: timeOf(schedule.failedAt) },
      }),
    },
    links: [{ rel: 'approve', method: 'GET', href: `${context.url()}/webapps/billing/subscriptions?ba_token=${id}` }],
  }
}

/** Until it starts, the next date is that of the free month. */
function cyclesOf(context: Context, { hasTrial, startsAt, dueAt }: SandboxSchedule): object {
  const isAhead = startsAt !== undefined && startsAt > context.now()
  const trial = {
    tenure_type: 'TRIAL',
    sequence: 1,
    cycles_completed: isAhead ? 0 : 1,
    cycles_remaining: isAhead ? 1 : 0,
  }
  const next = hasTrial && isAhead ? startsAt : dueAt
  return {
    cycle_executions: hasTrial ? [trial] : [],
    ...(next !== undefined && { next_billing_time: timeOf(next) }),
  }
}

const moneyOf = ({ currency }: SandboxMandate, cents: number) => ({
  currency_code: currency,
  value: decimalOf(cents),
})

function show(context: Context, id: string): SandboxResponse {
  const mandate = findMandate(context, 'paypal', { id })
  return mandate ? json(200, subscriptionBody(context, mandate)) : NOT_FOUND()
}

function list(context: Context, { query }: SandboxRequest, id: string): SandboxResponse {
  const mandate = findMandate(context, 'paypal', { id })
  if (!mandate) return NOT_FOUND()
  const [start, end] = [query.get('start_time'), query.get('end_time')].map((text) =>
    text === null ? Number.NaN : Temporal.Instant.from(text).epochMilliseconds,
  )
  const transactions = mandate.sales
    .filter(({ at }) => at >= start! && at <= end!)
    .map((sale) => ({
      id: sale.id,
      status: statusAfter(sale.refunds, sale.amountCents),
      amount_with_breakdown: { gross_amount: moneyOf(mandate, sale.amountCents) },
      time: timeOf(sale.at),
    }))
  return json(200, { transactions })
}

function suspend(context: Context, mandate: SandboxMandate): boolean {
  if (mandate.state !== 'active') return false
  mandate.state = 'suspended'
  tell(context, mandate, 'SUSPENDED')
  return true
}

/** What fell due while it was suspended is not charged. */
function activate(context: Context, mandate: SandboxMandate): boolean {
  const { schedule } = mandate
  if (mandate.state !== 'suspended' || !schedule) return false
  mandate.state = 'active'
  schedule.failures = 0
  while ((schedule.dueAt ?? 0) <= context.now()) moveOn(schedule)
  tell(context, mandate, 'ACTIVATED')
  return true
}

/** Ended by the payer at PayPal, or by the merchant. */
export function endSubscription(context: Context, mandate: SandboxMandate): boolean {
  if (mandate.state !== 'active' && mandate.state !== 'suspended') return false
  mandate.state = 'ended'
  tell(context, mandate, 'CANCELLED')
  return true
}

/** The payer has decided on PayPal's page. */
export function decideSubscription(context: Context, mandate: SandboxMandate): void {
  const { scenario } = mandate
  if (scenario === 'decline') mandate.state = 'declined'
  else if (scenario === 'forged')
    queueCallback(context, mandate, { body: bodyOf(context, mandate, 'ACTIVATED'), forged: true })
  else if (scenario === 'delay') {
    mandate.state = 'processing'
    mandate.completesAt = context.now() + DELAY_MINUTES * 60_000
  } else approveSubscription(context, mandate)
}

export function approveSubscription(context: Context, mandate: SandboxMandate): void {
  const { schedule } = mandate
  if (!schedule) return
  mandate.state = 'active'
  mandate.completesAt = undefined
  schedule.anchor = schedule.startsAt ?? context.now()
  if (schedule.hasTrial) schedule.months = 1
  schedule.dueAt = dueAfter(schedule)
  tell(context, mandate, 'ACTIVATED')
  if (schedule.setupFeeCents !== undefined)
    charge(context, mandate, { amountCents: schedule.setupFeeCents, at: context.now() })
}

/** Months are counted by the day of the start in California, where PayPal is; charges begin at this time of such a day, in UTC. */
const CHARGE_TIME = '10:00:00'

function dueAfter({ anchor, months }: SandboxSchedule): number {
  if (months === 0) return anchor
  const day = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO('America/Los_Angeles').toPlainDate()
  return day.add({ months }).toZonedDateTime({ timeZone: 'UTC', plainTime: CHARGE_TIME }).epochMilliseconds
}

function moveOn(schedule: SandboxSchedule): void {
  schedule.months += 1
  schedule.dueAt = dueAfter(schedule)
}

/** Charges what has fallen due. @returns whether anything has */
export function chargeDueSubscription(context: Context, mandate: SandboxMandate): boolean {
  const { schedule, state, charges, amountCents } = mandate
  const at = schedule?.dueAt
  if (!schedule || state !== 'active' || at === undefined || at > context.now()) return false
  if (charges === 'decline') failCharge(context, mandate, schedule)
  else {
    schedule.failures = 0
    schedule.failedAt = undefined
    moveOn(schedule)
    charge(context, mandate, { amountCents: charges === 'wrongAmount' ? amountCents - 100 : amountCents, at })
  }
  return true
}

function charge(context: Context, mandate: SandboxMandate, taken: Pick<SandboxSale, 'amountCents' | 'at'>): void {
  const sale = { id: newProviderId(), ...taken, refunds: [] }
  mandate.sales.push(sale)
  queueCallback(context, mandate, { body: eventBody(context, 'PAYMENT.SALE.COMPLETED', saleBody(mandate, sale)) })
}

/** Tried again every five days; after the last failure it is suspended. */
function failCharge(context: Context, mandate: SandboxMandate, schedule: SandboxSchedule): void {
  schedule.failures += 1
  schedule.failedAt = schedule.dueAt
  schedule.dueAt = (schedule.dueAt ?? 0) + RETRY_MS
  tell(context, mandate, 'PAYMENT.FAILED')
  if (schedule.failuresMax === 0 || schedule.failures < schedule.failuresMax) return
  mandate.state = 'suspended'
  tell(context, mandate, 'SUSPENDED')
}

const saleBody = ({ id, agreementId, currency }: SandboxMandate, sale: SandboxSale): object => ({
  id: sale.id,
  state: 'completed',
  billing_agreement_id: id,
  custom: agreementId,
  amount: { total: decimalOf(sale.amountCents), currency },
  create_time: timeOf(sale.at),
})

function tell(context: Context, mandate: SandboxMandate, what: string): void {
  queueCallback(context, mandate, { body: bodyOf(context, mandate, what) })
}

const bodyOf = (context: Context, mandate: SandboxMandate, what: string): string =>
  eventBody(context, `BILLING.SUBSCRIPTION.${what}`, subscriptionBody(context, mandate))
