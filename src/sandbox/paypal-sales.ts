import { type Context, decimalOf, newProviderId, queueCallback } from './context.ts'
import { json, type Route, type SandboxRequest, type SandboxResponse } from './http.ts'
import { authorized, centsOf, eventBody, NOT_FOUND, parse, problem } from './paypal.ts'

/** The refunds of what subscriptions were charged: sales, of v1. */
export function createSaleRoutes(context: Context): Route[] {
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
