import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createBindings } from './bindings.service.ts'
import type { PartnersDeps } from './partners-deps.ts'
import { deleteChecks, findPlans, unlinkAccount } from './staff.repo.ts'
import { createStaffChecks } from './staff-checks.service.ts'
import { createStaffPayments } from './staff-payments.service.ts'
import { createStaffPlans } from './staff-plans.service.ts'

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
