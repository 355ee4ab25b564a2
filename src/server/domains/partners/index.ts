import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { PartnersDeps } from './ports.ts'
import { deleteChecks, findPlans, unlinkAccount } from './staff.repo.ts'
import { createStaffLists } from './staff-lists.service.ts'
import { createStaffPlans } from './staff-plans.service.ts'
import { AppError } from '#contract/errors.ts'
import type { TelecomPartner } from '#contract/telecom-partners.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { RedeemedReward } from '../redeemed-reward.ts'
import { creditsOf, lockWallet } from '../ledger/index.ts'

/**
 * Partners: bindings to telecom partners, and companies' staff plans. Owns staff_number, staff_check and staff_plan.
 * Never redeems codes (codes), holds plans (subscriptions) or stores bindings (accounts).
 */
export type { PartnerCodes } from './ports.ts'
export { type CheckedStaff, importStaff, type ImportedStaff, type StaffComparison } from './staff-lists.service.ts'
export type { StaffCompany } from './staff.repo.ts'

export type Partners = ReturnType<typeof createPartners>

const SWEEP_EVERY_MS = 3_600_000

interface BindingRequest {
  readonly accountId: string
  readonly address: string
  readonly partner: TelecomPartner
  readonly code: string
}

interface Binding {
  /** Including those held before. */
  readonly tickets: number
  readonly grants: readonly RedeemedReward[]
}

export function createPartners(deps: PartnersDeps) {
  const { db, clock, accounts, agreements, codes, ledger, payments, subscriptions } = deps
  const staff = createStaffPlans(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'staff checks', everyMs: SWEEP_EVERY_MS, run: sweep }],
    personalData: { name: 'staff-plans', collect, erase: (tx, { accountId }) => unlinkAccount(tx, accountId) },
  }
  return {
    bind,
    staff,
    staffLists: createStaffLists(deps),
    products: [staff.product] as const,
    domainModule,
  }

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
    if (await agreements.hasUnfinished(tx, accountId)) throw new AppError('CONFLICT', { of: 'agreement' })
    if (await payments.hasUnfinished(tx, accountId)) throw new AppError('CONFLICT', { of: 'payment' })
  }

  /** @throws CONFLICT */
  async function requireNoCredits(tx: Db, accountId: string): Promise<void> {
    await lockWallet(tx, { accountId })
    if ((await creditsOf(tx, { accountId, now: clock.now() })) > 0) throw new AppError('CONFLICT', { of: 'credits' })
  }

  function sweep(): Promise<void> {
    return deleteChecks(db, clock.now().subtract({ hours: KEPT_DAYS.staffChecks * 24 }))
  }

  async function collect({ accountId }: Person, _language: Language): Promise<unknown> {
    return { staffPlans: await findPlans(db, accountId) }
  }
}
