import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind, Terminal } from '#contract/payments.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import { tokenHash } from '../accounts/index.ts'
import type { Order } from '../payments/index.ts'
import type { PlanVersion } from '../plans/index.ts'
import type { PartnersDeps } from './partners-deps.ts'
import { findTaken, insertPlan, lockCheck, lockFreeNumber, type StaffCheck, recordUse } from './staff.repo.ts'

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

/** Each number has one plan at a time. */
export function createStaffPlans(deps: PartnersDeps) {
  const { db, clock, accounts, payments, plans, subscriptions } = deps
  return { take }

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
    const order = await payments().createOrder({
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
}
