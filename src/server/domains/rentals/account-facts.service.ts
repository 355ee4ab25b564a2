import type { Clock } from '#server/kit/clock.ts'
import type { AccountFactsSource } from '../access/index.ts'
import type { PlanColumn } from './ports.ts'
import { accountFactsColumn, noPlan, rentalsColumn } from './rentals.repo.ts'

/** What accounts own, for `access`. Without `plan`, nobody holds one. */
export const createAccountFacts = (clock: Clock, plan: PlanColumn = noPlan): AccountFactsSource => ({
  column: (accountId, at = clock.now()) => accountFactsColumn(accountId, { now: at, plan }),
  rentalsColumn: (accountId) => rentalsColumn(accountId, clock.now()),
})
