import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Viewer } from '../viewer.ts'
import type { AccessDecision, AccountFacts, TitleFacts } from './access-model.ts'
import { decideAccess, OWNS_NOTHING, viewerFacts } from './access.rules.ts'
import { findAccountFacts } from './account-facts.repo.ts'

export type Access = ReturnType<typeof createAccess>

export function createAccess({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return { accountFacts, decide }

  /** What an account owns, in one statement; nothing for a visitor, without one. */
  async function accountFacts(accountId: string | null): Promise<AccountFacts> {
    return accountId === null ? OWNS_NOTHING : findAccountFacts(db, { accountId, now: clock.now() })
  }

  /** What this viewer may do with a title now. */
  function decide(viewer: Viewer, account: AccountFacts, title: TitleFacts): AccessDecision {
    return decideAccess(viewerFacts(viewer, account), title, clock.now())
  }
}
