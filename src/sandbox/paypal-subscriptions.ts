import { authorized, centsOf, eventBody, INVALID, NOT_FOUND, parse, problem, statusAfter } from './paypal-api.ts'
import {
  type Context,
  decimalOf,
  DELAY_MINUTES,
  findMandate,
  json,
  newProviderId,
  queueCallback,
  type Route,
  type SandboxMandate,
  type SandboxRequest,
  type SandboxResponse,
  type SandboxSale,
  type SandboxSchedule,
} from './sandbox-provider.ts'

/** A subscription can be approved for three hours. */
const LIFETIME_MS = 3 * 3_600_000
/** Failed charges are retried. */
const RETRY_MS = 5 * 24 * 3_600_000

/** Subscriptions v1, with the catalogue of their plans and the refunds of their charges. */
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
    ...catalogueRoutes(context),
    ...saleRoutes(context),
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

/** Charges that fell due during a suspension are skipped. */
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

/** PayPal's catalogue: products, and the plans of subscriptions. */
function catalogueRoutes(context: Context): Route[] {
  const member = authorized(context)
  return [
    ['POST', /^\/v1\/catalogs\/products$/, member((request) => createProduct(context, request))],
    ['POST', /^\/v1\/billing\/plans$/, member((request) => createPlan(context, request))],
  ]
}

function createProduct({ state }: Context, { headers, body }: SandboxRequest): SandboxResponse {
  const request = headers['paypal-request-id'] ?? newProviderId()
  const { name } = (parse(body) ?? {}) as { name?: string }
  if (!name) return INVALID()
  const known = state.products.find((one) => one.request === request)
  const product = known ?? { id: `PROD-${newProviderId(17)}`, request }
  if (!known) state.products.push(product)
  return json(201, { id: product.id, name })
}

interface PlanRequest {
  product_id?: string
  name?: string
  billing_cycles?: {
    tenure_type?: string
    sequence?: number
    total_cycles?: number
    frequency?: { interval_unit?: string; interval_count?: number }
    pricing_scheme?: { fixed_price?: { value?: string; currency_code?: string } }
  }[]
  payment_preferences?: { payment_failure_threshold?: number }
}

function createPlan({ state }: Context, { headers, body }: SandboxRequest): SandboxResponse {
  const plan = (parse(body) ?? {}) as PlanRequest
  const cycles = plan.billing_cycles ?? []
  const regular = cycles.find(({ tenure_type }) => tenure_type === 'REGULAR')
  const trial = cycles.find(({ tenure_type }) => tenure_type === 'TRIAL')
  const price = regular?.pricing_scheme?.fixed_price
  const amountCents = centsOf(price?.value)
  const isMonthly = cycles.every(
    ({ frequency }) => frequency?.interval_unit === 'MONTH' && frequency.interval_count === 1,
  )
  const isInOrder = regular?.sequence === (trial ? 2 : 1) && regular.total_cycles === 0
  const hasProduct = state.products.some(({ id }) => id === plan.product_id)
  if (!hasProduct || !amountCents || !price?.currency_code || !plan.name || !isMonthly || !isInOrder) return INVALID()
  const request = headers['paypal-request-id'] ?? newProviderId()
  const known = state.plans.find((one) => one.request === request)
  const made = known ?? {
    id: `P-${newProviderId(24)}`,
    request,
    name: plan.name,
    amountCents,
    currency: price.currency_code,
    hasTrial: trial !== undefined,
    failuresMax: plan.payment_preferences?.payment_failure_threshold ?? 0,
  }
  if (!known) state.plans.push(made)
  return json(201, { id: made.id, status: 'ACTIVE' })
}

/** The refunds of what subscriptions were charged: sales, of v1. */
function saleRoutes(context: Context): Route[] {
  const member = authorized(context)
  return [
    ['POST', /^\/v1\/payments\/sale\/([\w-]+)\/refund$/, member((request, id) => refundSale(context, request, id))],
    ['GET', /^\/v1\/payments\/refund\/([\w-]+)$/, member((_, id) => showRefund(context, id))],
  ]
}

function refundSale(context: Context, { headers, body }: SandboxRequest, saleId: string): SandboxResponse {
  const mandate = context.state.mandates.find(({ sales }) => sales.some(({ id }) => id === saleId))
  const sale = mandate?.sales.find(({ id }) => id === saleId)
  if (!mandate || !sale) return NOT_FOUND()
  const requestId = headers['paypal-request-id'] ?? newProviderId()
  const known = sale.refunds.find((one) => one.requestId === requestId)
  if (known) return json(201, { id: known.id, state: 'completed', sale_id: saleId })
  const { amount } = (parse(body) ?? {}) as { amount?: { total?: string } }
  const rest = sale.refunds.reduce((sum, one) => sum - one.amountCents, sale.amountCents)
  const amountCents = amount ? centsOf(amount.total) : rest
  if (!amountCents || amountCents > rest) return problem(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
  const made = { id: newProviderId(), requestId, amountCents, at: context.now() }
  sale.refunds.push(made)
  const resource = {
    id: made.id,
    sale_id: saleId,
    state: 'completed',
    amount: { total: decimalOf(amountCents), currency: mandate.currency },
  }
  queueCallback(context, mandate, { body: eventBody(context, 'PAYMENT.SALE.REFUNDED', resource) })
  return json(201, resource)
}

function showRefund(context: Context, id: string): SandboxResponse {
  const found = context.state.mandates.some(({ sales }) =>
    sales.some(({ refunds }) => refunds.some((one) => one.id === id)),
  )
  return found ? json(200, { id, state: 'completed' }) : NOT_FOUND()
}
