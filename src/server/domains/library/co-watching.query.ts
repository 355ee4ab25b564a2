import { type RawBuilder, sql } from 'kysely'

/** Of each profile so many titles count, the last watched. */
const TITLES_OF_PROFILE = 20
/** Profiles that count: those that watched last. Bounds the pairs that are compared. */
const PROFILES_MAX = 20_000
/** Fewer common profiles tell nothing, and could tell of a single person. */
const COMMON_LEAST = 3
/** Others of one title. */
const OTHERS_MAX = 40

/**
 * Query of `program_id`, `other_id` and `strength`: titles that the same profiles have watched since an instant. The strength is the
 * cosine of both audiences, above 0 and at most 1.
 */
export const coWatchedTitles = (since: Temporal.Instant): RawBuilder<unknown> => sql`
  with active as (
    select profile_id from bookmark where position > 0 and at >= ${since}
    group by profile_id having count(distinct program_id) > 1 order by max(at) desc limit ${sql.lit(PROFILES_MAX)}
  ), watched as materialized (
    select profile_id, program_id from (
      select profile_id, program_id, row_number() over (partition by profile_id order by max(at) desc, program_id) as place
      from bookmark join active using (profile_id) where position > 0 and at >= ${since}
      group by profile_id, program_id
    ) recent where place <= ${sql.lit(TITLES_OF_PROFILE)}
  ), audience as (
    select program_id, count(*) as size from watched group by program_id
  ), pair as (
    select one.program_id, other.program_id as other_id, count(*) as common
    from watched one join watched other using (profile_id)
    where one.program_id <> other.program_id
    group by 1, 2 having count(*) >= ${sql.lit(COMMON_LEAST)}
  ), ranked as (
    select pair.program_id, other_id, common / sqrt(one.size * other.size) as strength,
      row_number() over (partition by pair.program_id order by common / sqrt(one.size * other.size) desc, other_id) as place
    from pair join audience one on one.program_id = pair.program_id
      join audience other on other.program_id = pair.other_id
  )
  select program_id, other_id, strength from ranked where place <= ${sql.lit(OTHERS_MAX)}`

/** Query of `program_id` and `place`: the titles that a profile watched last, from 1. */
export const recentTitles = (profileId: string, limit: number): RawBuilder<unknown> => sql`
  select program_id, row_number() over (order by at desc, program_id) as place from (
    select program_id, max(at) as at from bookmark where profile_id = ${profileId} and position > 0
    group by program_id order by max(at) desc, program_id limit ${limit}
  ) watched`
