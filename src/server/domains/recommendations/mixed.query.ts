import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TitleClassify, TitleScope } from '../catalogue/index.ts'
import { popularTitles } from './popular.query.ts'

/** So much more often comes a genre that is all that a profile likes. */
const TASTE = 4

type Mix = {
  classify?: TitleClassify | undefined
  /** What may be listed, of the title `t`. */
  condition: RawBuilder<SqlBool>
  /** Rows of `genre` and `share`: what the viewer likes. */
  taste?: RawBuilder<unknown> | undefined
}

/**
 * The most popular of each kind and first genre in turn, so that no one shelf fills the list; what the viewer likes comes round
 * the more often. The note names the genre that a title is liked for.
 */
export const mixedScope = ({ classify, condition, taste = NONE }: Mix): TitleScope => ({
  join: sql`join (
    with taste as materialized (${taste})
    select shelf.program_id, shelf.turn, liked.share, liked.genre
    from (
      select program_id, genres,
        row_number() over (partition by classify, genres[1] order by popularity desc, program_id) as turn
      from (${popularTitles({ classify, condition })}) popular
    ) shelf
      cross join lateral (
        select coalesce(sum(share), 0) as share, (array_agg(genre order by share desc, genre))[1] as genre
        from taste where genre = any (shelf.genres)
      ) liked
  ) mix on mix.program_id = t.program_id`,
  order: [
    { by: sql`mix.turn / (1 + ${sql.lit(TASTE)} * mix.share)`, direction: 'asc' },
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
  note: sql`to_jsonb(mix.genre)`,
})

const NONE = sql`select ''::text as genre, 0::float8 as share where false`
