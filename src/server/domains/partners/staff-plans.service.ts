import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind, Terminal } from '#contract/payments.ts'
import type { Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { newToken, tokenHash } from '../accounts/index.ts'
import type { Order } from '../payments/index.ts'
import type { PlanVersion, SubscribablePlan } from '../plans/index.ts'
import type { Viewer } from '../viewer.ts'
import type { PartnersDeps } from './partners-deps.ts'
import { type StaffEntry, staffHash } from './staff-list.rules.ts'
import {
  deleteOlderChecks,
  findHeldUntil,
  insertCheck,
  insertPlan,
  isFreeNumber,
  lockCheck,
  lockFreeNumber,
  type StaffCheck,
  recordUse,
} from './staff.repo.ts'

const TOKEN_MINUTES = 30
/** Of one number; older ones are forgotten. */
const UNUSED_CHECKS = 5

export interface StaffRequest {
  readonly accountId: string
  readonly language: Language
  readonly staffToken: string
  readonly planId: string
  readonly kind: PaymentKind
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  /** The IP address of the browser. */
  readonly address?: string | undefined
}

/** A plan that runs now, or a payment for it. */
export type TakenStaffPlan = { readonly planEnd: Temporal.Instant } | { readonly order: Order }

/** Plans for the staff of companies: who is on a company's list takes a month of one, one at a time. */
export function createStaffPlans(deps: PartnersDeps) {
  const { db, clock, accounts, ledger, payments, plans, subscriptions } = deps
  const key = deriveKey(deps.masterKey, 'partners')
  return { check, take }

  /**
   * Looks a staff number up. An unknown company, an unknown number, and one whose plan runs already cannot be told apart.
   * @returns a token for one plan of one account, and the plans
   * @throws NOT_FOUND, TOO_MANY_TRIES
   */
  async function check(
    viewer: Viewer,
    { address, ...entry }: StaffEntry & { readonly address: string },
  ): Promise<{ staffToken: string; plans: SubscribablePlan[] }> {
    const numberHash = staffHash(key, entry)
    const at = clock.now()
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const found = await accounts.redemptionChecks.find({ accountId, address }, async (tx) =>
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
   * Takes a month of a staff plan: at once when it is free, else by a payment. Repeated by the same account it answers the same.
   * @throws CODE_EXPIRED (the token), NOT_FOUND (the plan), NOT_ALLOWED (a telecom partner's member), CONFLICT, INVALID_INPUT, PAYMENT_NOT_STARTED, UNAVAILABLE
   */
  async function take(request: StaffRequest): Promise<TakenStaffPlan> {
    const { accountId, staffToken, planId, kind, language, terminal, continueUrl, cancelUrl, address } = request
    const taken = await ledger.transaction(async (tx) => {
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

  /** From now on the token is this account's, for this plan. */
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

  /** @returns until when the plan runs; undefined for one that has to be paid first */
  async function takeFree(
    tx: Db,
    { accountId, check, plan }: Used & { accountId: string },
  ): Promise<Temporal.Instant | undefined> {
    const { checkId, numberHash } = check
    const held = await findHeldUntil(tx, checkId)
    if (held) return held
    const takenAt = clock.now()
    if (!(await lockFreeNumber(tx, { numberHash, at: takenAt }))) throw new AppError('CONFLICT')
    if (plan.amountCents > 0) return undefined
    const { planId, planVersionId } = plan
    const { endsAt: heldUntil } = await subscriptions.give(tx, { accountId, planId, months: 1 })
    await insertPlan(tx, { checkId, numberHash, planVersionId, accountId, orderId: null, takenAt, heldUntil })
    return heldUntil
  }
}
