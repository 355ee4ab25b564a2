import { FILM_NOTICE_HOUR } from '#contract/cinema.ts'
import { type Db, sql } from '#server/kit/db.ts'
import type { Translated } from './cinema-model.ts'

type Instant = Temporal.Instant
type Notice = { filmId: string; accountId: string }

export async function insertNotice(db: Db, { filmId, accountId, at }: Notice & { at: Instant }): Promise<void> {
  await db
    .insertInto('cinema_notice')
    .values({ film_id: filmId, account_id: accountId, requested_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteNotice(db: Db, { filmId, accountId }: Notice): Promise<void> {
  await db.deleteFrom('cinema_notice').where('film_id', '=', filmId).where('account_id', '=', accountId).execute()
}

export async function findNotices(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cinema_notice')
    .select('film_id')
    .where('account_id', '=', accountId)
    .orderBy('requested_at')
    .execute()
  return rows.map(({ film_id }) => film_id)
}

export async function countNotices(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cinema_notice where account_id = ${accountId}`.execute(db)
  return rows[0]!.count
}

export async function deleteNotices(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('cinema_notice').where('account_id', '=', accountId).execute()
}

/**
 * Takes the notices of films that can be seen: on the first day, from a certain hour on; or as soon as showtimes are published that were
 * not there when the member asked.
 */
export async function dequeueDueNotices(
  tx: Db,
  { now, limit }: { now: Instant; limit: number },
): Promise<{ accountId: string; title: Translated; releaseOn: Temporal.PlainDate }[]> {
  const { rows } = await sql<{ accountId: string; title: Translated; releaseOn: Temporal.PlainDate }>`
    delete from cinema_notice d using cinema_film f
    where f.film_id = d.film_id and (d.film_id, d.account_id) in (
      select n.film_id, n.account_id from cinema_notice n join cinema_film w using (film_id)
      where not w.withdrawn and (
        (w.release_on + make_interval(hours => ${FILM_NOTICE_HOUR}::int)) at time zone 'Asia/Hong_Kong' <= ${now}
        or exists (select from showtime s join cinema c using (cinema_id)
          where s.film_id = n.film_id and s.added_at > n.requested_at and s.starts_at > ${now}
            and not s.withdrawn and not c.withdrawn))
      order by n.requested_at limit ${limit} for update of n skip locked)
    returning d.account_id as "accountId", jsonb_build_object('zh_HK', f.title_zh, 'en_US', f.title_en) as title,
      f.release_on as "releaseOn"`.execute(tx)
  return rows
}
