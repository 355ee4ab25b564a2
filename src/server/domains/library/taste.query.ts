import { type RawBuilder, sql, type SqlBool } from 'kysely'

const WEIGHT = { chosen: 5, favorite: 2, watched: 1 } as const

/** Rows `genre`, `share` in (0, 1]. */
export const genreTaste = (profileId: string): RawBuilder<unknown> => sql`
  select genre, sum(weight)::float8 / sum(sum(weight)) over () as share from (
    select unnest(p.genres) as genre, ${sql.lit(WEIGHT.chosen)} as weight from profile p where p.profile_id = ${profileId}
    union all
    select unnest(liked.genres), ${sql.lit(WEIGHT.favorite)}
    from favorite f join title liked on liked.program_id = f.program_id where f.profile_id = ${profileId}
    union all
    select unnest(seen.genres), ${sql.lit(WEIGHT.watched)}
    from title seen where seen.program_id in (
      select b.program_id from bookmark b where b.profile_id = ${profileId} and b.position > 0)
  ) sign group by genre`

export const knownTitles = (profileId: string): RawBuilder<string[]> => sql`array(
  select b.program_id from bookmark b where b.profile_id = ${profileId} and b.position > 0
  union select f.program_id from favorite f where f.profile_id = ${profileId})`

export const lastWatchedTitle = (profileId: string, condition: RawBuilder<SqlBool>): RawBuilder<string | null> => sql<
  string | null
>`(
  select b.program_id from bookmark b join title t on t.program_id = b.program_id
  where b.profile_id = ${profileId} and b.position > 0 and ${condition}
  order by b.at desc, b.program_id limit 1)`
