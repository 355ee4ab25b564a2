import type { Generated } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'
import type { CountedDays, Day, DeviceClass, PageView } from './visits.rules.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    visit: {
      visit_id: Generated<number>
      at: Temporal.Instant
      route: string
      device_class: string
      language: string
      utm_source: string | null
      utm_medium: string | null
      utm_campaign: string | null
      utm_term: string | null
      utm_content: string | null
    }
    visit_day: {
      day: Temporal.PlainDate
      route: string
      device_class: string
      language: string
      utm_source: string
      utm_medium: string
      utm_campaign: string
      views: number
    }
  }
}

export async function insertVisit(
  db: Db,
  { at, deviceClass, view }: { at: Temporal.Instant; deviceClass: DeviceClass; view: PageView },
): Promise<void> {
  const { source, medium, campaign, term, content } = view.utm
  await db
    .insertInto('visit')
    .values({
      at,
      route: view.route,
      device_class: deviceClass,
      language: view.language,
      utm_source: source ?? null,
      utm_medium: medium ?? null,
      utm_campaign: campaign ?? null,
      utm_term: term ?? null,
      utm_content: content ?? null,
    })
    .execute()
}

/** Clients choose route names freely; the excess is counted as `other`. */
const ROWS_PER_DAY = 1_000
const DELETED_AT_ONCE = 10_000

export async function findCountedDays(db: Db): Promise<CountedDays> {
  const { rows } = await sql<{ oldest: CountedDays['oldest']; last: CountedDays['lastCounted'] }>`
    select (select min(at) from visit) as oldest, (select max(day) from visit_day) as last`.execute(db)
  return { oldest: rows[0]?.oldest ?? null, lastCounted: rows[0]?.last ?? null }
}

/** Idempotent. */
export async function countDay(db: Db, { day, from, until }: Day): Promise<void> {
  await sql`
    with counted as (
      select route, device_class, language, coalesce(utm_source, '') as source, coalesce(utm_medium, '') as medium,
        coalesce(utm_campaign, '') as campaign, count(*) as views
      from visit where at >= ${from} and at < ${until} group by 1, 2, 3, 4, 5, 6),
    ranked as (
      select *, row_number() over (order by views desc, route, device_class, language, source, medium, campaign)
        <= ${ROWS_PER_DAY} as frequent
      from counted)
    insert into visit_day (day, route, device_class, language, utm_source, utm_medium, utm_campaign, views)
    select ${day}::date, case when frequent then route else 'other' end, device_class, language,
      case when frequent then source else '' end, case when frequent then medium else '' end,
      case when frequent then campaign else '' end, sum(views)
    from ranked group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (day, route, device_class, language, utm_source, utm_medium, utm_campaign)
      do update set views = excluded.views`.execute(db)
}

/** In batches. */
export async function deleteVisits(db: Db, before: Temporal.Instant): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from visit where visit_id = any(array(
        select visit_id from visit where at < ${before} order by at limit ${DELETED_AT_ONCE}))`.execute(db)
    if (Number(numAffectedRows ?? 0) < DELETED_AT_ONCE) return
  }
}
