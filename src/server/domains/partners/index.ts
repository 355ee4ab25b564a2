import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { PartnersDeps } from './partners-deps.ts'
import {
  deleteChecks,
  findPlans,
  unlinkAccount,
  deleteOlderChecks,
  insertCheck,
  isFreeNumber,
  replaceNumbers,
  addRefunded,
  endPlan,
  findCheck,
  findTaken,
  insertPlan,
  lockFreeNumber,
} from './staff.repo.ts'
import { createStaffPlans } from './staff-plans.service.ts'
import { AppError } from '#contract/errors.ts'
import type { TelecomPartner } from '#contract/telecom-partners.ts'
import { inTransaction, type Db, type Database } from '#server/kit/db.ts'
import type { CodeGrant } from '../code-grant.ts'
import { creditsOf, lockWallet } from '../ledger/index.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { newToken, tokenHash } from '../accounts/index.ts'
import type { SubscribablePlan } from '../plans/index.ts'
import type { Viewer } from '../viewer.ts'
import { type StaffEntry, staffHash, companyKey, readStaffList } from './staff-list.rules.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import type { Delivery, PaidOrder, Product, Quote, Refund, Wanted } from '../payments/index.ts'

/**
 * Partners: bindings to telecom partners, and companies' staff plans. Owns staff_number, staff_check and staff_plan.
 * Never redeems codes (codes), holds plans (subscriptions) or stores bindings (accounts).
 */
export type { PartnerCodes } from './ports.ts'

export type Partners = ReturnType<typeof createPartners>

const SWEEP_EVERY_MS = 3_600_000

export function createPartners(deps: PartnersDeps) {
  const { db, clock } = deps
  const { product } = createStaffPayments(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'staff checks', everyMs: SWEEP_EVERY_MS, run: sweep }],
    personalData: { name: 'staff-plans', collect, erase: (tx, { accountId }) => unlinkAccount(tx, accountId) },
  }
  return {
    ...createBindings(deps),
    staff: { ...createStaffChecks(deps), ...createStaffPlans(deps) },
    products: [product] as const,
    domainModule,
  }

  function sweep(): Promise<void> {
    return deleteChecks(db, clock.now().subtract({ hours: KEPT_DAYS.staffChecks * 24 }))
  }

  async function collect({ accountId }: Person, _language: Language): Promise<unknown> {
    return { staffPlans: await findPlans(db, accountId) }
  }
}

interface BindingRequest {
  readonly accountId: string
  readonly address: string
  readonly partner: TelecomPartner
  readonly code: string
}

interface Binding {
  /** Including those held before. */
  readonly tickets: number
  readonly grants: readonly CodeGrant[]
}

function createBindings({ db, clock, accounts, agreements, codes, ledger, payments, subscriptions }: PartnersDeps) {
  return { bind }

  /**
   * Idempotent per partner; only the code's worth is added again. An account binds once, from the site's own partner, without
   * plan and credits. @throws WRONG_CODE, CODE_EXPIRED, CODE_USED, TOO_MANY_TRIES, CONFLICT, UNAVAILABLE
   */
  async function bind({ accountId, address, partner, code }: BindingRequest): Promise<Binding> {
    await codes.check({ accountId, address, partner, code })
    const { grants } = await inTransaction(db, async (tx) => {
      const at = clock.now()
      const change = await accounts.bindPartner(tx, { accountId, partner, at })
      if (change === 'other') throw new AppError('CONFLICT', { of: 'partner' })
      if (change === 'bound') await requireNoPlan(tx, accountId)
      const redeemed = await codes.redeemIn(tx, { accountId, partner, code })
      if (change === 'bound') await requireNoCredits(tx, accountId)
      return redeemed
    })
    const { ticketList } = await ledger.points(accountId)
    return { tickets: ticketList.reduce((sum, { count }) => sum + count, 0), grants }
  }

  /** Before the wallet, in the lock order of subscriptions. @throws CONFLICT */
  async function requireNoPlan(tx: Db, accountId: string): Promise<void> {
    if (await subscriptions.hasPlan(tx, accountId)) throw new AppError('CONFLICT', { of: 'plan' })
    if (await agreements().hasUnfinished(tx, accountId)) throw new AppError('CONFLICT', { of: 'agreement' })
    if (await payments().hasUnfinished(tx, accountId)) throw new AppError('CONFLICT', { of: 'payment' })
  }

  /** @throws CONFLICT */
  async function requireNoCredits(tx: Db, accountId: string): Promise<void> {
    await lockWallet(tx, { accountId })
    if ((await creditsOf(tx, { accountId, now: clock.now() })) > 0) throw new AppError('CONFLICT', { of: 'credits' })
  }
}

const TOKEN_MINUTES = 30
/** Per number; older ones are deleted. */
const UNUSED_CHECKS = 5

function createStaffChecks({ db, clock, masterKey, accounts, plans }: PartnersDeps) {
  const key = deriveKey(masterKey, 'partners')
  return { check }

  /** Unknown companies, unknown numbers and taken plans are indistinguishable. @returns a token for one plan @throws NOT_FOUND, TOO_MANY_TRIES */
  async function check(
    viewer: Viewer,
    { address, ...entry }: StaffEntry & { readonly address: string },
  ): Promise<{ staffToken: string; plans: SubscribablePlan[] }> {
    const numberHash = staffHash(key, entry)
    const at = clock.now()
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const visitor = { accountId, deviceSerial: viewer.deviceSerial, address }
    const found = await accounts.credentialChecks.findCode(visitor, async (tx) =>
      (await isFreeNumber(tx, { numberHash, at })) ? true : undefined,
    )
    if (!found) throw new AppError('NOT_FOUND')
    const staffToken = newToken()
    const expiresAt = at.add({ minutes: TOKEN_MINUTES })
    await deleteOlderChecks(db, { numberHash, kept: UNUSED_CHECKS - 1 })
    await insertCheck(db, { checkId: newId(), tokenHash: tokenHash(staffToken), numberHash, expiresAt })
    return { staffToken, plans: await plans.subscribable(viewer, { offer: 'staff', canRenew: false }) }
  }
}

interface Deps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
}

export interface ImportedStaff {
  readonly company: string
  readonly numbers: number
}

/** Replaces the lists of the named companies; taken plans stay. @throws AppError for an invalid line or an empty list */
export async function importStaff(
  { db, clock, masterKey }: Deps,
  { csv, actor, reason }: OperatorAction & { csv: string },
): Promise<ImportedStaff[]> {
  const { entries, wrongLines } = readStaffList(csv)
  if (wrongLines.length > 0) throw operatorRefusal({ is: 'staffLines', lines: wrongLines })
  if (entries.length === 0) throw operatorRefusal({ is: 'listEmpty' })
  const key = deriveKey(masterKey, 'partners')
  const byCompany = Map.groupBy(entries, ({ companyName }) => companyKey(companyName))
  return inTransaction(db, async (tx) => {
    const at = clock.now()
    const imported: ImportedStaff[] = []
    for (const [company, own] of byCompany) {
      const hashes = new Map(own.map((entry) => staffHash(key, entry)).map((hash) => [hash.toString('hex'), hash]))
      await replaceNumbers(tx, { company, numberHashes: [...hashes.values()], at })
      const numbers = hashes.size
      const subject = `company:${company}`
      await recordAudit(tx, { at, actor, reason, action: 'import staff', subject, details: { numbers } })
      imported.push({ company, numbers })
    }
    return imported
  })
}

function createStaffPayments({ db, clock, plans, subscriptions }: PartnersDeps) {
  const { prepaidMonth } = subscriptions
  const product: Product = { ...prepaidMonth, name: 'staff', quote, onSettled, refunded, chargedBack }
  return { product }

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
  async function onSettled(tx: Db, order: PaidOrder & { readonly accountId: string }): Promise<Delivery> {
    const { accountId, orderId, purposeId: checkId, paidAt: takenAt } = order
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

  async function refunded(tx: Db, order: PaidOrder, refund: Refund): Promise<void> {
    await prepaidMonth.refunded(tx, order, refund)
    const { orderId, paidCents } = order
    await addRefunded(tx, { orderId, cents: refund.amountCents, paidCents, at: clock.now() })
  }

  async function chargedBack(tx: Db, order: PaidOrder): Promise<void> {
    await prepaidMonth.chargedBack(tx, order)
    await endPlan(tx, { orderId: order.orderId, at: clock.now() })
  }
}
