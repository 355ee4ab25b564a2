import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind, PaymentPurpose, Terminal } from '#contract/payments.ts'
import { inTransaction } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { isOpen, nextQuery, type Order } from './payment-orders.rules.ts'
import {
  findFirstCharge,
  findLatest,
  findOpen,
  findOwnOrder,
  insertOrder,
  lockOrder,
  type NewOrder,
  updateOrder,
} from './payment-orders.repo.ts'
import { orderIdOf } from './payment-ids.rules.ts'
import {
  type PaymentsDeps,
  productOf,
  takes,
  type Creation,
  type PurchaseDetails,
  type Payer,
  type PaymentProvider,
  type Quote,
} from './ports.ts'
import { checkOrder, closeOrder } from './reconcile.service.ts'
import { requireReturnUrls } from './return-urls.rules.ts'
import { applyReport } from './settlement.service.ts'

export interface StartRequest {
  readonly accountId: string
  readonly language: Language
  readonly purpose: Exclude<PaymentPurpose, 'renewal'>
  readonly purposeId: string
  readonly kind: PaymentKind
  readonly amountCents: number
  readonly continueUrl: string
  readonly cancelUrl: string
  readonly terminal: Terminal
  readonly address?: string | undefined
  readonly details?: PurchaseDetails | undefined
}

const TRIES = 3
const REUSE_SECONDS = 120
const UNANSWERED = { hours: 3 } as const

type OwnOrder = { accountId: string } & ({ orderId: string } | { providerReference: string })

export function createOrders(deps: PaymentsDeps) {
  const { db, clock, log, masterKey, itemName } = deps
  const key = deriveKey(masterKey, 'payments')
  return { createOrder, closeOpen, supersedeOpen, orderOf, returned, firstRenewalOf }

  /**
   * At most one order of an account for the same thing is open: an identical request gets it again, any other one first closes it.
   * @returns the order: pending with its next action; or paid, when the open order turned out to be paid
   * @throws INVALID_INPUT, PURCHASES_BLOCKED, NOT_FOUND, CONFLICT (another price, a concurrent request, or what it replaces is paid),
   * PAYMENT_PAUSED, PAYMENT_NOT_STARTED
   */
  async function createOrder(request: StartRequest): Promise<Order> {
    const provider = requireProvider(deps, request)
    if (await deps.isBlocked(request.accountId)) throw new AppError('PURCHASES_BLOCKED')
    const { accountId, purpose, purposeId, kind, details } = request
    const product = productOf(deps, purpose)
    const quote = await product.quote({ accountId, purposeId, kind, details })
    if (!quote) throw new AppError('NOT_FOUND')
    if (quote.amountCents !== request.amountCents) throw new AppError('CONFLICT')
    await product.closeReplaced?.(accountId)
    for (let tries = 0; tries < TRIES; tries++) {
      const { open, ordinal } = await findLatest(db, request)
      const existing = open && (await reuseOrClose(open, request, provider))
      if (existing) return existing
      const { sandbox, gateway = null } = provider
      const draft = { quote, sandbox, gateway, ordinal: ordinal + 1, at: clock.now() }
      const order = await insert(request, newOrder(request, draft, key))
      if (order) return begin(order, provider, await payerOf(provider, request))
    }
    throw new AppError('CONFLICT')
  }

  /** @returns the order: closed, paid after all, or still open; undefined when none was open */
  async function closeOpen(wanted: Pick<StartRequest, 'accountId' | 'purpose' | 'purposeId'>) {
    const { open } = await findLatest(db, wanted)
    return open && closeOrder(deps, open)
  }

  /**
   * Closes the open orders for things of one kind when the account starts to pay another way. Those that cannot be closed lapse; a late
   * payment is returned.
   * @returns whether one turned out to be paid
   */
  async function supersedeOpen(wanted: Pick<StartRequest, 'accountId' | 'purpose'>): Promise<boolean> {
    const orders = await findOpen(db, wanted)
    const superseded = await Promise.all(
      orders.map(async (open) => {
        const closed = await closeOrder(deps, open)
        return closed.paidAt ? closed : supersede(closed)
      }),
    )
    return superseded.some((order) => order !== undefined)
  }

  async function insert({ purpose, details = {} }: StartRequest, draft: NewOrder): Promise<Order | undefined> {
    return inTransaction(db, async (tx) => {
      const order = await insertOrder(tx, draft)
      if (order) await productOf(deps, purpose).details?.keep(tx, order, details)
      return order
    })
  }

  /** @returns undefined when it is closed and a new one may begin */
  async function reuseOrClose(
    open: Order,
    request: StartRequest,
    provider: PaymentProvider,
  ): Promise<Order | undefined> {
    const isSame =
      open.kind === request.kind &&
      open.amountCents === request.amountCents &&
      open.terminal === request.terminal &&
      open.continueUrl === request.continueUrl &&
      open.cancelUrl === request.cancelUrl &&
      (await hasDetails(deps, open, request))
    const lasts = clock.now().until(open.expiresAt).total('seconds') > REUSE_SECONDS
    if (isSame && lasts && open.nextAction) {
      const { order } = await checkOrder(deps, open, 'browser')
      if (order.nextAction || order.paidAt) return order
      if (!isOpen(order.state)) return undefined
    }
    const closed = await closeOrder(deps, open)
    if (closed.paidAt) return (await hasDetails(deps, closed, request)) ? closed : undefined
    if (!isOpen(closed.state)) return supersede(closed)
    // Its first response was lost, and it cannot be closed yet: the provider answers the same request again.
    if (isSame && lasts) return closed.nextAction ? closed : begin(closed, provider, await payerOf(provider, request))
    return supersede(closed)
  }

  /**
   * Where its provider could not close it, it expires there; a late payment of it is returned.
   * @returns the order when it was paid in this moment
   */
  async function supersede({ orderId }: Order): Promise<Order | undefined> {
    return inTransaction(db, async (tx) => {
      const order = await applyReport(deps, { orderId, report: { state: 'abandoned' }, source: 'browser' }, tx)
      if (order.paidAt) return order
      await updateOrder(tx, orderId, { superseded_at: clock.now() })
      return undefined
    })
  }

  async function payerOf(provider: PaymentProvider, { accountId, address = '' }: StartRequest) {
    if (!provider.needsPayer || !deps.payerOf) return undefined
    return { ...(await deps.payerOf(accountId)), address }
  }

  /** @throws PAYMENT_NOT_STARTED when it was refused, or gave no answer */
  async function begin(order: Order, provider: PaymentProvider, payer: Payer | undefined): Promise<Order> {
    const description = itemName(order.item, order.language)
    const creation = await provider.create({ ...order, description, payer, at: clock.now() })
    if (creation.outcome === 'accepted') return accept(deps, order, creation)
    const { orderId, kind } = order
    log.warn({ orderId, kind, reason: creation.reason }, `payment ${creation.outcome}`)
    if (creation.outcome === 'refused')
      await applyReport(deps, { orderId, report: { state: 'failed' }, source: 'create' })
    throw new AppError('PAYMENT_NOT_STARTED')
  }

  async function orderOf(own: OwnOrder): Promise<Order> {
    const order = await findOwnOrder(db, own)
    if (!order) throw new AppError('NOT_FOUND')
    return order
  }

  async function returned(own: OwnOrder): Promise<Order> {
    const order = await orderOf(own)
    return order.paidAt ? order : (await checkOrder(deps, order, 'browser')).order
  }

  function firstRenewalOf(accountId: string, subject: string): Promise<Order | undefined> {
    return findFirstCharge(db, { accountId, purpose: 'renewal', subject })
  }
}

async function hasDetails(deps: PaymentsDeps, order: Order, { details = {} }: StartRequest): Promise<boolean> {
  return (await productOf(deps, order.purpose).details?.isSame(order, details)) ?? true
}

/** @throws INVALID_INPUT */
function requireProvider(
  { providers, isReturnOrigin, isKindPaused }: PaymentsDeps,
  { kind, amountCents, continueUrl, cancelUrl }: StartRequest,
): PaymentProvider {
  const provider = providers.find((one) => one.kind === kind)
  if (!provider || !takes(provider, amountCents))
    throw new AppError('INVALID_INPUT', { fields: { provider: 'PAYMENT_KIND' } })
  if (isKindPaused?.(kind)) throw new AppError('PAYMENT_PAUSED')
  requireReturnUrls({ continueUrl, cancelUrl }, isReturnOrigin)
  return provider
}

type Draft = { quote: Quote; sandbox: boolean; gateway: string | null; ordinal: number; at: Temporal.Instant }

function newOrder(request: StartRequest, { quote, sandbox, gateway, ordinal, at }: Draft, key: Buffer): NewOrder {
  const { accountId, purpose, purposeId, kind, language, terminal, continueUrl, cancelUrl } = request
  const expiresAt = at.add(UNANSWERED)
  return {
    order_id: orderIdOf(key, { accountId, purpose, purposeId, ordinal }),
    account_id: accountId,
    purpose,
    purpose_id: purposeId,
    ordinal,
    kind,
    sandbox,
    gateway,
    amount_cents: quote.amountCents,
    currency: quote.currency,
    item: quote.item,
    language,
    terminal,
    continue_url: continueUrl,
    cancel_url: cancelUrl,
    created_at: at,
    expires_at: expiresAt,
    query_due_at: nextQuery({ state: 'created', createdAt: at, expiresAt }, at),
  }
}

/** @throws CONFLICT when another request has closed the order meanwhile */
async function accept(
  { db, clock }: PaymentsDeps,
  { orderId }: Order,
  { providerReference, action, lifetimeSeconds }: Extract<Creation, { outcome: 'accepted' }>,
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !isOpen(order.state)) throw new AppError('CONFLICT')
    // A concurrent request has begun it: the payer gets one place to pay.
    if (order.nextAction) return order
    const expires_at = clock.now().add({ seconds: lifetimeSeconds })
    return updateOrder(tx, orderId, {
      state: 'pending',
      provider_reference: providerReference ?? order.providerReference,
      next_action: action,
      expires_at,
      query_due_at: nextQuery({ ...order, state: 'pending', expiresAt: expires_at }, clock.now()),
    })
  })
}
