import type { Generated } from 'kysely'
import { MARKETING_TEXT_VERSION } from '#contract/accounts.ts'
import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    /** Append-only; deleted with its account. */
    consent_event: {
      consent_event_id: Generated<number>
      account_id: string
      kind: 'marketing'
      text_version: string
      given: boolean
      at: Instant
    }
  }
}

export interface ConsentEvent {
  readonly kind: 'marketing'
  readonly textVersion: string
  readonly given: boolean
  readonly at: Instant
}

/** Of the text that is shown now. */
export async function recordMarketingConsent(
  tx: Db,
  { accountId, given, at }: { accountId: string; given: boolean; at: Instant },
): Promise<void> {
  await tx
    .insertInto('consent_event')
    .values({ account_id: accountId, kind: 'marketing', text_version: MARKETING_TEXT_VERSION, given, at })
    .execute()
}

/** The newest first. */
export async function findConsents(db: Db, accountId: string): Promise<ConsentEvent[]> {
  return db
    .selectFrom('consent_event')
    .select(['kind', 'text_version as textVersion', 'given', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('consent_event_id', 'desc')
    .execute()
}
