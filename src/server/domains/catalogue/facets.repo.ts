import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { FacetCounts } from './titles-model.ts'
import type { ListQuery } from './cards.repo.ts'
import { filterConditions } from './titles.query.ts'
import { visible } from './visible.query.ts'

/** Of a list that is not counted by facets. */
export const NO_FACETS: FacetCounts = { genre: [], year: [], country: [], language: [], vodType: [] }

type CountRow = { dimension: keyof FacetCounts | 'total'; value: string; count: number }

/** The total of a list alone. */
export async function countTotal(
  db: Db,
  { scope, viewerScope, filters }: Pick<ListQuery, 'scope' | 'viewerScope' | 'filters'>,
): Promise<number> {
  const { genre, year, country, language, vodType } = filterConditions(filters)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from title t ${scope.join ?? sql``}
    where ${visible(viewerScope)} and ${scope.where ?? sql`true`}
      and ${genre} and ${year} and ${country} and ${language} and ${vodType}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The total of a list, and how many titles each filter value would leave: a dimension is counted under the other filters only.
 * Titles that are the same in every dimension are counted together first, so that no list is taken apart title by title.
 */
export async function countTitles(
  db: Db,
  { scope, viewerScope, filters }: Pick<ListQuery, 'scope' | 'viewerScope' | 'filters'>,
): Promise<{ total: number; facets: FacetCounts }> {
  const by = filterConditions(filters)
  const { rows } = await sql<CountRow>`
    with base as materialized (
      select t.genres, t.release_year, t.country, t.locale, t.vod_types, count(*)::int as n,
        ${by.genre} as g, ${by.year} as y, ${by.country} as c, ${by.language} as l, ${by.vodType} as v
      from title t ${scope.join ?? sql``}
      where ${visible(viewerScope)} and ${scope.where ?? sql`true`}
      group by t.genres, t.release_year, t.country, t.locale, t.vod_types
    )
    select 'total' as dimension, '' as value, coalesce(sum(n), 0)::int as count from base where g and y and c and l and v
    union all select 'genre', x, sum(n)::int from base, unnest(genres) x where y and c and l and v group by x
    union all select 'year', release_year::text, sum(n)::int from base where g and c and l and v group by release_year
    union all select 'country', x, sum(n)::int from base, unnest(country) x where g and y and l and v group by x
    union all select 'language', locale, sum(n)::int from base where g and y and c and v group by locale
    union all select 'vodType', x, sum(n)::int from base, unnest(vod_types) x where g and y and c and l group by x
    order by 1, 3 desc, 2 desc`.execute(db)
  const facets: FacetCounts = { genre: [], year: [], country: [], language: [], vodType: [] }
  let total = 0
  for (const { dimension, value, count } of rows) {
    if (dimension === 'total') total = count
    else facets[dimension].push({ value, count })
  }
  return { total, facets }
}
