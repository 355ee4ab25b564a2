import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ViewerScope } from './titles-model.ts'

/**
 * The one condition of every list there is: published, licensed here and now, and fit for the profile. It speaks of the
 * table `title as t`. Class III is listed to everyone but kids profiles (PRODUCT section 5).
 */
export const visible = ({ region, kids, now }: ViewerScope): RawBuilder<SqlBool> => sql<SqlBool>`(
  t.state = 'published'
  ${kids ? sql`and t.kids and t.restriction <> 'III'` : sql``}
  and exists (
    select 1 from licence l
    where l.program_id = t.program_id and l.region = ${region}
      and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  )
)`

/** Whether the title `t` is licensed to the region at any time, and whether one of those windows is open. */
export const licenceColumns = (region: string, now: Temporal.Instant): RawBuilder<unknown> => sql`
  exists (select 1 from licence l where l.program_id = t.program_id and l.region = ${region}) as is_licensed,
  exists (
    select 1 from licence l
    where l.program_id = t.program_id and l.region = ${region}
      and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  ) as is_open`
