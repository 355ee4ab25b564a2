import { type RawBuilder, sql, type SqlBool } from 'kysely'

const TITLES_OF_ACCOUNT = 20
/** Bounds the compared pairs; the most recently active accounts count. */
const ACCOUNTS_MAX = 20_000
/** Fewer could identify a household, or be made by one person. */
const COMMON_LEAST = 5
const OTHERS_MAX = 40
const WATCHED_SECONDS = 15

/**
 * Rows `program_id`, `other_id`, `strength`: the cosine of both sets of accounts, in (0, 1].
 * Kids profiles count for kids titles only.
 */
export const coWatchedTitles = (since: Temporal.Instant): RawBuilder<unknown> => sql`
  with seen as (
    select p.account_id, b.program_id, max(b.at) as at
    from bookmark b join profile p on p.profile_id = b.profile_id join title t on t.program_id = b.program_id
    where b.position > ${sql.lit(WATCHED_SECONDS)} and b.at >= ${since} and p.deleted_at is null
      and (not p.kids or (t.kids and t.restriction <> 'III'))
    group by p.account_id, b.program_id
  ), active as (
    select account_id from seen group by account_id having count(*) > 1 order by max(at) desc limit ${sql.lit(ACCOUNTS_MAX)}
  ), watched as materialized (
    select account_id, program_id from (
      select account_id, program_id, row_number() over (partition by account_id order by at desc, program_id) as rank
      from seen join active using (account_id)
    ) recent where rank <= ${sql.lit(TITLES_OF_ACCOUNT)}
  ), watchers as (
    select program_id, count(*) as size from watched group by program_id
  ), pair as (
    select one.program_id, other.program_id as other_id, count(*) as common
    from watched one join watched other using (account_id)
    where one.program_id <> other.program_id
    group by 1, 2 having count(*) >= ${sql.lit(COMMON_LEAST)}
  ), ranked as (
    select pair.program_id, other_id, common / sqrt(one.size * other.size) as strength,
      row_number() over (partition by pair.program_id order by common / sqrt(one.size * other.size) desc, other_id) as rank
    from pair join watchers one on one.program_id = pair.program_id
      join watchers other on other.program_id = pair.other_id
  )
  select program_id, other_id, strength from ranked where rank <= ${sql.lit(OTHERS_MAX)}`

type Recent = { limit: number; condition: RawBuilder<SqlBool> }

/** Rows `program_id`, `rank` from 1. */
export const recentTitles = (profileId: string, { limit, condition }: Recent): RawBuilder<unknown> => sql`
  select program_id, row_number() over (order by at desc, program_id) as rank from (
    select b.program_id, max(b.at) as at from bookmark b join title t on t.program_id = b.program_id
    where b.profile_id = ${profileId} and b.position > 0 and ${condition}
    group by b.program_id order by max(b.at) desc, b.program_id limit ${limit}
  ) watched`
