import { type Context, newProviderId } from './context.ts'
import { json, type Route, type SandboxRequest, type SandboxResponse } from './http.ts'
import { authorized, centsOf, INVALID, parse } from './paypal.ts'

/** PayPal's catalogue: products, and the plans of subscriptions. */
export function createCatalogueRoutes(context: Context): Route[] {
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
