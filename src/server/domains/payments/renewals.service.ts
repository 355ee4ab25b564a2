import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentKind, Terminal } from '#contract/payments.ts'
import { inTransaction } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { orderIdOf, providerChargeOrderIdOf } from './payment-ids.rules.ts'
import { findAttempt, findOrder, insertOrder, type NewOrder } from './payment-orders.repo.ts'
import { isOpen, nextQuery, type OrderState, type Order } from './payment-orders.rules.ts'
import type { PaymentsDeps, PaymentReport, ProviderOrder } from './ports.ts'
import { applyReport } from './settlement.service.ts'

interface Renewal {
  readonly language: Language
  readonly terminal: Terminal
  readonly kind: PaymentKind
  readonly sandbox: boolean
  readonly purposeId: string
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
}

export interface ChargeRequest extends Renewal {
  readonly accountId: string
  readonly attempt?: number | undefined
  /** Idempotent by the order's id; answers `unknown` when there is no answer. */
  readonly send: (order: ProviderOrder & { readonly description: string }) => Promise<PaymentReport>
}

export interface ProviderChargeRecord extends Renewal {
  /** Null once the account is erased: the money is returned. */
  readonly accountId: string | null
  readonly providerCharge: {
    readonly paymentReference: string
    readonly amountCents: number
    readonly currency: string
  }
}

const LIFETIME = { hours: 3 } as const
const OVER_STATES = ['failed', 'expired', 'refunded', 'charged_back'] as const satisfies readonly OrderState[]
const TRIES = 3

/** Orders that no browser starts. */
export function createRenewals(deps: PaymentsDeps) {
  const { db, clock, masterKey, itemName } = deps
  const key = deriveKey(masterKey, 'payments')
  return { charge, recordProviderCharge }

  /**
   * A repeated request gives the same order, and is sent again while it has no result.
   * @throws CONFLICT for an attempt whose predecessor is not over
   */
  async function charge(request: ChargeRequest): Promise<Order> {
    for (let tries = 0; tries < TRIES; tries++) {
      const order = await attemptOf(request)
      if (!order) continue
      if (!isOpen(order.state)) return order
      const report = await request.send({ ...order, description: itemName(order.item, order.language) })
      return applyReport(deps, { orderId: order.orderId, report, source: 'create' })
    }
    throw new AppError('CONFLICT')
  }

  async function attemptOf(request: ChargeRequest): Promise<Order | undefined> {
    const { accountId, purposeId, attempt } = request
    const last = await findAttempt(db, { accountId, purpose: 'renewal', purposeId })
    const mayFollow = !last || isOver(last)
    const ordinal = attempt ?? (mayFollow ? (last?.ordinal ?? 0) + 1 : last.ordinal)
    if (last && ordinal <= last.ordinal) return findAttempt(db, { accountId, purpose: 'renewal', purposeId, ordinal })
    if (ordinal !== (last?.ordinal ?? 0) + 1 || !mayFollow) throw new AppError('CONFLICT')
    const orderId = orderIdOf(key, { accountId, purpose: 'renewal', purposeId, ordinal })
    return insertOrder(db, newOrder(request, { orderId, ordinal, at: clock.now() }))
  }

  /** Records a charge once. One of another amount or currency than agreed is reviewed. */
  async function recordProviderCharge(record: ProviderChargeRecord): Promise<Order> {
    const orderId = providerChargeOrderIdOf(key, record.purposeId)
    const known = await findOrder(db, orderId)
    if (known?.paidAt) return known
    const report = { state: 'succeeded', ...record.providerCharge } as const
    return inTransaction(db, async (tx) => {
      await insertOrder(tx, newOrder(record, { orderId, ordinal: 1, at: clock.now() }))
      return applyReport(deps, { orderId, report, source: 'callback' }, tx)
    })
  }
}

const isOver = ({ state, undeliverable }: Order): boolean =>
  OVER_STATES.some((one) => one === state) || undeliverable !== null

type Draft = { orderId: string; ordinal: number; at: Temporal.Instant }

function newOrder(
  {
    accountId,
    purposeId,
    kind,
    sandbox,
    amountCents,
    currency,
    item,
    language,
    terminal,
  }: ChargeRequest | ProviderChargeRecord,
  { orderId, ordinal, at }: Draft,
): NewOrder {
  const expiresAt = at.add(LIFETIME)
  return {
    order_id: orderId,
    account_id: accountId,
    purpose: 'renewal',
    purpose_id: purposeId,
    ordinal,
    kind,
    sandbox,
    gateway: null,
    amount_cents: amountCents,
    currency,
    item,
    language,
    terminal,
    continue_url: '',
    cancel_url: '',
    created_at: at,
    expires_at: expiresAt,
    query_due_at: nextQuery({ state: 'created', createdAt: at, expiresAt }, at),
  }
}
