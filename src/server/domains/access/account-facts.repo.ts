import { type RawBuilder, sql } from 'kysely'
import { TELECOM_PARTNERS } from '#contract/telecom-partners.ts'
import type { Db } from '#server/kit/db.ts'
import { type AccountFacts, OWNS_NOTHING } from './access.rules.ts'

/** Instants are ISO 8601 text. */
export type AccountFactsJson = {
  plan: { validUntil: string } | null
  rentals: { programId: string; expiresAt: string }[]
  screenings: { programId: string; startsAt: string; endsAt: string }[]
  vouchers: { count: number; expiresAt: string }[]
  partner: string | null
  credits: number
}

type AccountRef = string | RawBuilder<string>
type InstantRef = Temporal.Instant | RawBuilder<Temporal.Instant>

const PARTNERS = sql.join(TELECOM_PARTNERS.map((partner) => sql.lit(partner)))

/** Null when the account is gone. */
export const accountFactsColumn = (accountId: AccountRef, now: InstantRef): RawBuilder<AccountFactsJson | null> => sql`(
  select jsonb_build_object(
    'partner', a.partner,
    'plan', (
      select jsonb_build_object('validUntil', s.entitled_until) from subscription s
      where s.account_id = a.account_id and s.state in ('trial', 'active', 'past_due', 'cancelling')),
    'credits', (
      select coalesce(sum(l.remaining), 0)::int from wallet w join lot l on l.wallet_id = w.wallet_id
      where w.account_id = a.account_id and l.remaining > 0 and l.expires_at > ${now}
        and l.bucket in ('monthly', 'recharged')),
    'vouchers', case when a.partner = any(array[${PARTNERS}]::text[]) then coalesce((
      select jsonb_agg(jsonb_build_object('count', l.remaining, 'expiresAt', l.expires_at) order by l.expires_at, l.lot_id)
      from wallet w join lot l on l.wallet_id = w.wallet_id
      where w.account_id = a.account_id and l.remaining > 0 and l.expires_at > ${now} and l.bucket = 'voucher'), '[]')
      else '[]' end,
    'rentals', ${rentalsColumn(sql<string>`a.account_id`, now)},
    'screenings', coalesce((
      select jsonb_agg(jsonb_build_object('programId', s.program_id, 'startsAt', s.starts_at, 'endsAt', s.ends_at)
        order by s.starts_at, s.screening_id)
      from screening_seat q join screening s using (screening_id)
      where q.account_id = a.account_id and q.removed_at is null and s.state = 'valid'), '[]'))
  from account a where a.account_id = ${accountId})`

/** All that lists show of an account, at half the cost. */
export const rentalsColumn = (
  accountId: AccountRef,
  now: InstantRef,
): RawBuilder<AccountFactsJson['rentals']> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('programId', r.program_id, 'expiresAt', r.ends_at) order by r.program_id)
  from wallet w join rental r on r.wallet_id = w.wallet_id
  where w.account_id = ${accountId} and r.voided_at is null and r.ends_at > ${now}), '[]')`

export async function findAccountFacts(
  db: Db,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<AccountFacts> {
  const { rows } = await sql<{ facts: AccountFactsJson | null }>`
    select ${accountFactsColumn(accountId, now)} as facts`.execute(db)
  return accountFactsOf(rows[0]?.facts ?? null)
}

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

export const rentalsOf = (json: AccountFactsJson['rentals']): AccountFacts['rentals'] =>
  json.map(({ programId, expiresAt }) => ({ programId, expiresAt: instant(expiresAt) }))

const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)
