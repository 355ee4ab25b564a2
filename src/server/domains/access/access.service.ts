import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Viewer } from '../viewer.ts'
import type { AccessDecision, AccountFacts, TitleFacts } from './access-model.ts'
import { decideAccess, OWNS_NOTHING, viewerFacts } from './access.rules.ts'
import { accountFactsOf, findAccountFacts, nothingSold, rentalsOf } from './account-facts.query.ts'
import type { AccountFactsJson, AccountFactsSource } from './ports.ts'

export type AccessDeps = {
  db: Kysely<Database>
  clock: Clock
  /** What the domains that sell know of an account; without it, no account owns anything. */
  source?: AccountFactsSource
}

/** The public API of access. */
export type Access = ReturnType<typeof createAccess>

/** Builds access. */
export function createAccess({ db, clock, source = nothingSold }: AccessDeps) {
  return {
    /** What an account owns, in one statement; nothing for a visitor, without one. */
    accountFacts: async (accountId: string | null): Promise<AccountFacts> =>
      accountId === null || source === nothingSold ? OWNS_NOTHING : findAccountFacts(db, { accountId, source }),

    /** The same as a column of another statement, and the reading of it. */
    accountFactsColumn: source.column,
    accountFactsOf: (json: AccountFactsJson | null): AccountFacts => accountFactsOf(json),
    rentalsColumn: source.rentalsColumn,
    rentalsOf: (json: AccountFactsJson['rentals']): AccountFacts['rentals'] => rentalsOf(json),

    /** What this viewer may do with a title now. */
    decide: (viewer: Viewer, account: AccountFacts, title: TitleFacts): AccessDecision =>
      decideAccess(viewerFacts(viewer, account), title, clock.now()),
  }
}
