import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Viewer } from '../viewer.ts'
import {
  type AccessDecision,
  type AccountFacts,
  type TitleFacts,
  decideAccess,
  OWNS_NOTHING,
  viewerFacts,
} from './access.rules.ts'
import { findAccountFacts } from './account-facts.repo.ts'

/**
 * Access: what an account owns (plan, credits, vouchers, rentals, screenings), and who may watch what, decided by one pure function
 * that every screen and the order call use (PRODUCT section 5). Owns no table: it reads those of the domains that sell. Never sells
 * anything and never issues a grant (playback).
 */
export type { AccessDecision, AccountFacts, Offer, ScreeningFact, TitleFacts, ViewerFacts } from './access.rules.ts'
export { decideAccess, offersOf, OWNS_NOTHING, viewerFacts, vouchersLeft } from './access.rules.ts'
export {
  accountFactsColumn,
  type AccountFactsJson,
  accountFactsOf,
  rentalsColumn,
  rentalsOf,
} from './account-facts.repo.ts'

export type Access = ReturnType<typeof createAccess>

export function createAccess({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return { accountFacts, decide }

  async function accountFacts(accountId: string | null): Promise<AccountFacts> {
    return accountId === null ? OWNS_NOTHING : findAccountFacts(db, { accountId, now: clock.now() })
  }

  function decide(viewer: Viewer, account: AccountFacts, title: TitleFacts): AccessDecision {
    return decideAccess(viewerFacts(viewer, account), title, viewer.now ?? clock.now())
  }
}
