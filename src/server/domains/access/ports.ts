import type { RawBuilder } from 'kysely'

/** What the domains that sell say of an account, as one jsonb. Instants are ISO 8601 text. */
export type AccountFactsJson = {
  plan: { validUntil: string } | null
  rentals: { programId: string; expiresAt: string }[]
  tickets: { expiresAt: string }[]
  partner: string | null
  credits: number
}

/** Reads what an account owns, as one expression that joins the statements of others. Null: it owns nothing. */
export interface AccountFactsSource {
  column(accountId: string | RawBuilder<string>): RawBuilder<AccountFactsJson | null>
}
