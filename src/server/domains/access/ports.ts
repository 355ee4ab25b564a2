import type { RawBuilder } from 'kysely'

/** What the domains that sell say of an account, as one jsonb. Instants are ISO 8601 text. */
export type AccountFactsJson = {
  plan: { validUntil: string } | null
  rentals: { programId: string; expiresAt: string }[]
  screenings: { programId: string; startsAt: string; endsAt: string }[]
  vouchers: { count: number; expiresAt: string }[]
  partner: string | null
  credits: number
}

/** Reads what an account owns, as expressions that join the statements of others. */
export interface AccountFactsSource {
  /** All that decides access. Null: it owns nothing. `at`: for a statement that decides by one instant; else now. */
  column(
    accountId: string | RawBuilder<string>,
    at?: Temporal.Instant | RawBuilder<Temporal.Instant>,
  ): RawBuilder<AccountFactsJson | null>
  /** The rentals that run at an instant alone, which is all that lists show of an account, at half the cost. */
  rentalsColumn(
    accountId: RawBuilder<string>,
    at: RawBuilder<Temporal.Instant>,
  ): RawBuilder<AccountFactsJson['rentals']>
}
