import type { Clock } from '#server/kit/clock.ts'
import type { AccountFactsSource } from '../access/index.ts'
import type { PlanColumn, ScreeningsColumn } from './ports.ts'
import { accountFactsColumn, noPlan, noScreenings, rentalsColumn } from './rentals.repo.ts'

/** What accounts own, for `access`. Without `plan`, nobody holds one; without `screenings`, nobody has a seat in one. */
export const createAccountFacts = (
  clock: Clock,
  plan: PlanColumn = noPlan,
  screenings: ScreeningsColumn = noScreenings,
): AccountFactsSource => ({
  column: (accountId, at = clock.now()) => accountFactsColumn(accountId, { now: at, plan, screenings }),
  rentalsColumn,
})
