import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TitleClassify } from '../catalogue/index.ts'

/** So many of each kind, the most popular, are looked at where a trait is shared by a large part of the catalogue. */
const POOL = 250
const CLASSIFIES: readonly TitleClassify[] = ['movie', 'drama', 'kids', 'variety']

type Pool = {
  classify?: TitleClassify | undefined
  /** What may be listed, of the title `t`. */
  condition: RawBuilder<SqlBool>
}

/** The most popular titles of each kind, or of one: walks an index that stands in this very order, and stops. */
export const popularTitles = ({ classify, condition }: Pool): RawBuilder<unknown> => sql`
  select popular.* from unnest(${classify ? [classify] : [...CLASSIFIES]}::text[]) kind cross join lateral (
    select t.program_id, t.classify, t.genres, t.popularity from title t
    where t.classify = kind and t.state = 'published' and ${condition}
    order by t.popularity desc, t.program_id limit ${sql.lit(POOL)}
  ) popular`
