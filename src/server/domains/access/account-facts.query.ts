import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { AccountFacts } from './access-model.ts'
import { OWNS_NOTHING } from './access.rules.ts'
import type { AccountFactsJson, AccountFactsSource } from './ports.ts'

/** Nothing is sold yet, so that no account owns anything. */
export const nothingSold: AccountFactsSource = {
  column: () => sql<null>`null::jsonb`,
  rentalsColumn: () => sql<AccountFactsJson['rentals']>`'[]'::jsonb`,
}

/** The facts of one account, in one statement. */
export async function findAccountFacts(
  db: Db,
  { accountId, source }: { accountId: string; source: AccountFactsSource },
): Promise<AccountFacts> {
  const { rows } = await sql<{ facts: AccountFactsJson | null }>`select ${source.column(accountId)} as facts`.execute(
    db,
  )
  return accountFactsOf(rows[0]?.facts ?? null)
}

/** The facts as the rule reads them. */
export function accountFactsOf(json: AccountFactsJson | null): AccountFacts {
  if (!json) return OWNS_NOTHING
  return {
    plan: json.plan && { validUntil: instant(json.plan.validUntil) },
    rentals: rentalsOf(json.rentals),
    screenings: json.screenings.map(({ programId, startsAt, endsAt }) => ({
      programId,
      startsAt: instant(startsAt),
      endsAt: instant(endsAt),
    })),
    vouchers: json.vouchers.map(({ count, expiresAt }) => ({ count, expiresAt: instant(expiresAt) })),
    partner: json.partner,
    credits: json.credits,
  }
}

/** The running rentals as the rule reads them. */
export const rentalsOf = (json: AccountFactsJson['rentals']): AccountFacts['rentals'] =>
  json.map(({ programId, expiresAt }) => ({ programId, expiresAt: instant(expiresAt) }))

const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)
