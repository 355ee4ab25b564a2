import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TitleClassify, TitleScope } from '../catalogue/index.ts'
import { popularTitles } from './popular.query.ts'

/** Weight of the viewer's preferences: a genre with the whole share ranks this much more often. */
const TASTE = 4

type Mix = {
  classify?: TitleClassify | undefined
  /** Filter on the title `t`. */
  condition: RawBuilder<SqlBool>
  /** Query of `genre` and `share`: the viewer's preferences. */
  taste?: RawBuilder<unknown> | undefined
}

/**
 * Alternates between the most popular titles of each kind and first genre, so that no genre dominates the list. Preferred genres
 * appear more often. The note is the preferred genre of a title.
 */
export const mixedScope = ({ classify, condition, taste = NONE }: Mix): TitleScope => ({
  join: sql`join (
    with taste as materialized (${taste})
    select ranked.program_id, ranked.genre_rank, liked.share, liked.genre
    from (
      select program_id, genres,
        row_number() over (partition by classify, genres[1] order by popularity desc, program_id) as genre_rank
      from (${popularTitles({ classify, condition })}) popular
    ) ranked
      cross join lateral (
        select coalesce(sum(share), 0) as share, (array_agg(genre order by share desc, genre))[1] as genre
        from taste where genre = any (ranked.genres)
      ) liked
  ) mix on mix.program_id = t.program_id`,
  order: [
    { by: sql`mix.genre_rank / (1 + ${sql.lit(TASTE)} * mix.share)`, direction: 'asc' },
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
  note: sql`to_jsonb(mix.genre)`,
})

const NONE = sql`select ''::text as genre, 0::float8 as share where false`
