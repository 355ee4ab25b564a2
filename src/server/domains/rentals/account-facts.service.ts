import type { Clock } from '#server/kit/clock.ts'
import type { AccountFactsSource } from '../access/index.ts'
import { accountFactsColumn, rentalsColumn } from './rentals.repo.ts'

/** What accounts own, for `access`. */
export const createAccountFacts = (clock: Clock): AccountFactsSource => ({
  column: (accountId) => accountFactsColumn(accountId, clock.now()),
  rentalsColumn: (accountId) => rentalsColumn(accountId, clock.now()),
})
