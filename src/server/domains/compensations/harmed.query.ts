import { type RawBuilder, sql } from 'kysely'
import { type Compensated, SAMPLE } from '#contract/admin/compensations.ts'
import type { Db } from '#server/kit/db.ts'
import { type CompensationOrder, incidentKey } from './compensations.rules.ts'

type Period = Pick<CompensationOrder, 'from' | 'until'>

/** Streams are known for some hours, watch progress until the video is played again. */
const WAYS: Readonly<Record<Compensated, (period: Period) => RawBuilder<unknown>>> = {
  paid: ({ from, until }) => sql`
    select account_id, 'paid' as way from payment_order
    where paid_at >= ${from} and paid_at < ${until} and state not in ('refunded', 'charged_back')`,
  rented: ({ from, until }) => sql`
    select w.account_id, 'rented' as way from rental r join wallet w using (wallet_id)
    where r.starts_at < ${until} and r.ends_at > ${from} and r.voided_at is null`,
  streamed: ({ from, until }) => sql`
    select account_id, 'streamed' as way from playback_stream where started_at < ${until} and last_seen_at >= ${from}
    union all
    select p.account_id, 'streamed' as way from bookmark b join profile p using (profile_id)
    where b.at >= ${from} and b.at < ${until}`,
}

/** Accounts with the address of an operator are left out: no operator compensates themselves. */
const harmed = ({ who, ...period }: CompensationOrder): RawBuilder<unknown> => sql`
  select a.account_id, a.number, array_agg(distinct x.way) as did
  from (${sql.join(
    who.map((way) => WAYS[way](period)),
    sql` union all `,
  )}) x join account a using (account_id)
  where not exists (select from operator o where lower(o.email) = lower(a.email))
  group by a.account_id, a.number`

const hadBefore = ({ incident }: CompensationOrder): RawBuilder<unknown> => sql`exists (
  select from compensation_account c where c.account_id = h.account_id and c.incident_key = ${incidentKey(incident)}
    and c.state in ('waiting', 'given'))`

export interface HarmedCount {
  readonly members: number
  readonly paid: number
  readonly rented: number
  readonly streamed: number
  readonly hadBefore: number
}

export async function countHarmed(db: Db, order: CompensationOrder): Promise<HarmedCount> {
  const { rows } = await sql<HarmedCount>`
    select count(*) filter (where not had)::int as members,
      count(*) filter (where not had and 'paid' = any(did))::int as paid,
      count(*) filter (where not had and 'rented' = any(did))::int as rented,
      count(*) filter (where not had and 'streamed' = any(did))::int as streamed,
      count(*) filter (where had)::int as "hadBefore"
    from (select h.did, ${hadBefore(order)} as had from (${harmed(order)}) h) counted`.execute(db)
  return rows[0]!
}

/** Rentals of theirs that ran at some moment of the incident. */
export async function countRentals(db: Db, order: CompensationOrder): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${harmed(order)}) h join wallet w on w.account_id = h.account_id
      join rental r on r.wallet_id = w.wallet_id
    where r.starts_at < ${order.until} and r.ends_at > ${order.from} and r.voided_at is null
      and not ${hadBefore(order)}`.execute(db)
  return rows[0]!.count
}

interface Harmed {
  readonly accountId: string
  readonly number: string
  readonly did: readonly Compensated[]
}

/** Some of them, the same ones each time. */
export async function sampleHarmed(db: Db, order: CompensationOrder): Promise<Harmed[]> {
  const { rows } = await sql<Harmed>`
    select h.account_id as "accountId", h.number, h.did from (${harmed(order)}) h
    where not ${hadBefore(order)} order by md5(h.account_id) limit ${SAMPLE}`.execute(db)
  return rows
}

/** Those of the same incident who have none yet. @returns how many */
export async function insertHarmed(
  tx: Db,
  order: CompensationOrder,
  { compensationId, at }: { compensationId: string; at: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into compensation_account (compensation_id, account_id, incident_key, due_at)
      select ${compensationId}, h.account_id, ${incidentKey(order.incident)}, ${at} from (${harmed(order)}) h
      order by h.account_id
      on conflict (incident_key, account_id) where state in ('waiting', 'given') do nothing
      returning 1)
    select count(*)::int as count from added`.execute(tx)
  return rows[0]!.count
}
