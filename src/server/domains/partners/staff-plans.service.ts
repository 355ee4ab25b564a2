import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind, Terminal } from '#contract/payments.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import { newToken, tokenHash } from '#server/kit/secrets.ts'
import type {
  Order,
  Delivery,
  PaidOrder,
  Product,
  ProductRefund,
  Quote,
  SettledOrder,
  Wanted,
} from '../payments/index.ts'
import type { PlanVersion, SubscribablePlan } from '../plans/index.ts'
import type { PartnersDeps } from './ports.ts'
import {
  findTaken,
  insertPlan,
  lockCheck,
  lockFreeNumber,
  type StaffCheck,
  recordUse,
  deleteOlderChecks,
  insertCheck,
  isFreeNumber,
  addRefunded,
  endPlan,
  findCheck,
} from './staff.repo.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { Viewer } from '../viewer.ts'
import { type StaffEntry, staffHash } from './staff-list.rules.ts'

export interface StaffRequest {
  readonly accountId: string
  readonly language: Language
  readonly staffToken: string
  readonly planId: string
  readonly kind: PaymentKind
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  readonly address?: string | undefined
}

export type TakenStaffPlan = { readonly planEnd: Temporal.Instant } | { readonly order: Order }

const TOKEN_MINUTES = 30
/** Per number; older ones are deleted. */
const UNUSED_CHECKS = 5

/** Plans of companies' staff: each number has one at a time, free or paid for. */
export function createStaffPlans(deps: PartnersDeps) {
  const { db, clock, accounts, payments, plans, subscriptions } = deps
  const { prepaidMonth } = subscriptions.settlements
  const { closeReplaced, beforeRefund, refundFailed } = prepaidMonth
  const key = deriveKey(deps.masterKey, 'partners')
  const product: Product = {
    name: 'staff',
    quote,
    closeReplaced,
    onSettled,
    beforeRefund,
    refundFailed,
    refunded,
    chargedBack,
  }
  return { check, take, product }

  /** Unknown companies, unknown numbers and taken plans are indistinguishable. @returns a token for one plan @throws NOT_FOUND, TOO_MANY_TRIES */
  async function check(
    viewer: Viewer,
    { address, ...entry }: StaffEntry & { readonly address: string },
  ): Promise<{ staffToken: string; plans: SubscribablePlan[] }> {
    const numberHash = staffHash(key, entry)
    const at = clock.now()
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const visitor = { accountId, deviceSerial: viewer.deviceSerial, address }
    const found = await accounts.findCode(visitor, async (tx) =>
      (await isFreeNumber(tx, { numberHash, at })) ? true : undefined,
    )
    if (!found) throw new AppError('NOT_FOUND')
    const staffToken = newToken()
    const expiresAt = at.add({ minutes: TOKEN_MINUTES })
    await deleteOlderChecks(db, { numberHash, kept: UNUSED_CHECKS - 1 })
    await insertCheck(db, { checkId: newId(), tokenHash: tokenHash(staffToken), numberHash, expiresAt })
    return { staffToken, plans: await plans.subscribable(viewer, { offer: 'staff', canRenew: false }) }
  }

  /**
   * Free plans start at once, others with their payment. Idempotent per account.
   * @throws CODE_EXPIRED (the token), NOT_FOUND (the plan), NOT_ALLOWED (a telecom partner's member), CONFLICT, INVALID_INPUT,
   * PAYMENT_NOT_STARTED, UNAVAILABLE
   */
  async function take(request: StaffRequest): Promise<TakenStaffPlan> {
    const { accountId, staffToken, planId, kind, language, terminal, continueUrl, cancelUrl, address } = request
    const taken = await inTransaction(db, async (tx) => {
      if (await accounts.customers.isTelecomPartner(accountId, tx)) throw new AppError('NOT_ALLOWED', { of: 'plan' })
      const used = await redeemToken(tx, { accountId, staffToken, planId })
      return { ...used, planEnd: await takeFree(tx, { accountId, ...used }) }
    })
    if (taken.planEnd) return { planEnd: taken.planEnd }
    const order = await payments.createOrder({
      accountId,
      language,
      kind,
      terminal,
      continueUrl,
      cancelUrl,
      address,
      purpose: 'staff',
      purposeId: taken.check.checkId,
      amountCents: taken.plan.amountCents,
    })
    return { order }
  }

  type Use = { accountId: string; staffToken: string; planId: string }
  type Used = { check: StaffCheck; plan: PlanVersion }

  /** Binds the token to this account and plan. */
  async function redeemToken(tx: Db, { accountId, staffToken, planId }: Use): Promise<Used> {
    const check = await lockCheck(tx, tokenHash(staffToken))
    if (!check || (check.accountId !== null && check.accountId !== accountId)) throw new AppError('CODE_EXPIRED')
    const plan = await plans.find(planId, tx)
    if (plan?.offer !== 'staff') throw new AppError('NOT_FOUND')
    if (check.planVersionId !== null) {
      if (check.planVersionId !== plan.planVersionId) throw new AppError('CONFLICT')
      return { check, plan }
    }
    if (Temporal.Instant.compare(check.expiresAt, clock.now()) <= 0) throw new AppError('CODE_EXPIRED')
    await recordUse(tx, { checkId: check.checkId, accountId, planVersionId: plan.planVersionId })
    return { check, plan }
  }

  /** @returns undefined for a plan that has to be paid */
  async function takeFree(
    tx: Db,
    { accountId, check, plan }: Used & { accountId: string },
  ): Promise<Temporal.Instant | undefined> {
    const { checkId, numberHash } = check
    const taken = await findTaken(tx, checkId)
    if (taken?.endedAt) throw new AppError('CODE_EXPIRED')
    if (taken) return taken.heldUntil
    const takenAt = clock.now()
    if (!(await lockFreeNumber(tx, { numberHash, at: takenAt }))) throw new AppError('CONFLICT')
    if (plan.amountCents > 0) return undefined
    const { planId, planVersionId } = plan
    const { endsAt: heldUntil } = await subscriptions.give(tx, { accountId, planId, months: 1 })
    await insertPlan(tx, { checkId, numberHash, planVersionId, accountId, orderId: null, takenAt, heldUntil })
    return heldUntil
  }

  /** The price of the plan that a token was used for. */
  async function quote({ accountId, purposeId: checkId }: Wanted): Promise<Quote | undefined> {
    const check = await findCheck(db, checkId)
    if (check?.accountId !== accountId || check.planVersionId === null) return undefined
    const at = clock.now()
    const isOver = Temporal.Instant.compare(check.expiresAt, at) <= 0
    if (isOver || !(await isFreeNumber(db, { numberHash: check.numberHash, at }))) return undefined
    const plan = await plans.version(check.planVersionId)
    if (!plan) return undefined
    const { planVersionId, name, amountCents, currency } = plan
    return { amountCents, currency, item: { template: 'plan', params: { planVersionId, name } } }
  }

  /** A second payment for one number is refunded. */
  async function onSettled(tx: Db, order: SettledOrder): Promise<Delivery> {
    const { accountId, orderId, purposeId: checkId, settledAt: takenAt } = order
    const check = await findCheck(tx, checkId)
    if (check?.planVersionId === undefined || check.planVersionId === null)
      return { delivered: false, reason: 'the staff number is not known' }
    if (await findTaken(tx, checkId)) return { delivered: false, reason: 'the check was used' }
    const { numberHash, planVersionId } = check
    if (!(await lockFreeNumber(tx, { numberHash, at: takenAt })))
      return { delivered: false, reason: 'the staff number has its plan' }
    const delivery = await prepaidMonth.onSettled(tx, order)
    if (!delivery.delivered) return delivery
    const heldUntil = (await subscriptions.paidUntil(tx, accountId)) ?? takenAt.add({ hours: 1 })
    await insertPlan(tx, { checkId, numberHash, planVersionId, accountId, orderId, takenAt, heldUntil })
    return delivery
  }

  async function refunded(tx: Db, order: PaidOrder, refund: ProductRefund): Promise<void> {
    await prepaidMonth.refunded(tx, order, refund)
    const { orderId } = order
    await addRefunded(tx, { orderId, cents: refund.amountCents })
    if (refund.isWhole) await endPlan(tx, { orderId, at: clock.now() })
  }

  async function chargedBack(tx: Db, order: PaidOrder): Promise<void> {
    await prepaidMonth.chargedBack(tx, order)
    await endPlan(tx, { orderId: order.orderId, at: clock.now() })
  }
}
