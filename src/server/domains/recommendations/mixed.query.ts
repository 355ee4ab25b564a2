import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { PopularScope, PopularTitle, TitleClassify, TitleScope } from '../catalogue/index.ts'
import { genreTaste, recentTitles } from '../library/index.ts'
import { isUnknown } from './known.query.ts'

/** Weight of the viewer's preferences: a genre with the whole share ranks this much more often. */
const TASTE = 4
/** So many popular titles of each kind are mixed. */
const POPULAR_OF_KIND = 250
/** What is like the titles watched last: so many of them, and so many like each. */
const [RECENT, LIKE_EACH] = [5, 12]
/** The place of what is most like the last title, where the most popular of each kind and genre have place 1. */
const RECENT_STEP = 0.25

type Mix = {
  classify?: TitleClassify | undefined
  profileId?: string | undefined
  /** What the viewer may see, of the title `t`: also of the titles that a reason names. */
  condition: RawBuilder<SqlBool>
}

/**
 * Alternates between the most popular titles of each kind and first genre, so that no genre dominates the list. For a profile, its
 * preferred genres appear more often, and titles like those that it watched last between them; nothing that it knows.
 * The note is why a title is in it, as jsonb; null for its popularity alone.
 */
export const mixedScope = ({ classify, profileId, condition }: Mix): PopularScope => ({
  popular: { classify, perKind: POPULAR_OF_KIND },
  scopeOf: (titles) => {
    if (profileId === undefined) return mixOf(popularRows(titles))
    const found = mixOf(sql`${likedRows(titles, profileId)} union all ${similarRows(profileId, condition)}`)
    const unknown = isUnknown(profileId)
    return { ...found, where: classify ? sql`${unknown} and t.classify = ${classify}` : unknown }
  },
})

/** @param rows query of `program_id`, `place`, `genre` and `watched_id` */
const mixOf = (rows: RawBuilder<unknown>): TitleScope => ({
  join: sql`join (
    select distinct on (program_id) program_id, place, genre, watched_id from (${rows}) mixed
    order by program_id, place
  ) mix on mix.program_id = t.program_id`,
  order: [
    { by: sql`mix.place`, direction: 'asc' },
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
  note: sql`case
    when mix.watched_id is not null then (
      select jsonb_build_object('kind', 'becauseWatched', 'name', jsonb_build_object('zh', w.title_zh, 'en', w.title_en))
      from title w where w.program_id = mix.watched_id)
    when mix.genre is not null then jsonb_build_object('kind', 'likedGenre', 'genre', mix.genre) end`,
})

const poolOf = (titles: readonly PopularTitle[]) => sql`unnest(
  ${titles.map(({ programId }) => programId)}::text[], ${titles.map(({ genreRank }) => genreRank)}::int[]
) pool (program_id, genre_rank)`

const popularRows = (titles: readonly PopularTitle[]) => sql`
  select pool.program_id, pool.genre_rank::float8 as place, null::text as genre, null::text as watched_id
  from ${poolOf(titles)}`

const likedRows = (titles: readonly PopularTitle[], profileId: string) => sql`(
  with taste as materialized (${genreTaste(profileId)})
  select pool.program_id, pool.genre_rank / (1 + ${sql.lit(TASTE)} * liked.share) as place, liked.genre, null::text as watched_id
  from ${poolOf(titles)} join title p on p.program_id = pool.program_id
    cross join lateral (
      select coalesce(sum(share), 0) as share, (array_agg(genre order by share desc, genre))[1] as genre
      from taste where genre = any (p.genres)
    ) liked)`

const similarRows = (profileId: string, condition: RawBuilder<SqlBool>) => sql`
  select s.program_id, ${sql.lit(RECENT_STEP)} * s.place * recent.place as place, null, recent.program_id
  from (${recentTitles(profileId, { limit: RECENT, condition })}) recent
    join similar_title st on st.program_id = recent.program_id
    cross join lateral unnest(st.similar_ids[1:${sql.lit(LIKE_EACH)}]) with ordinality s (program_id, place)`
