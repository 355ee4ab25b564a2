import type { RawBuilder } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'
import type { Cinema, Film, Showtime, Translated, Ticket } from './cinema-model.ts'
import { FILM_NOTICE_HOUR } from '#contract/cinema.ts'

type Instant = Temporal.Instant

const translated = (name: string) =>
  sql<Translated>`jsonb_build_object('zh_HK', ${sql.ref(`${name}_zh`)}, 'en_US', ${sql.ref(`${name}_en`)})`

export const filmTitle: RawBuilder<Translated> = translated('f.title')
/** A film's own poster, or that of the title that it is. */
export const posterImage = sql<string>`coalesce(nullif(f.poster_image, ''), t.keyart_image, '')`
export const titleJoin = sql`left join title t on t.program_id = f.program_id and t.state = 'published'`

export const cinemaColumn = sql<Cinema>`jsonb_build_object('cinemaId', c.cinema_id, 'region', c.region,
  'district', ${translated('c.district')}, 'name', ${translated('c.name')}, 'address', ${translated('c.address')},
  'bookingUrl', c.booking_url)`

/** Showtimes that anybody can see; `s` is the showtime. */
const shown = sql`not s.withdrawn and exists (select from cinema c where c.cinema_id = s.cinema_id and not c.withdrawn)`

type FilmQuery = { now: Instant; region?: 'HK' | 'MO' | undefined; filmId?: string | undefined }

/** The films that are not withdrawn, in their order; or one of them. `region`: whose showtimes count. */
export async function findFilms(db: Db, { now, region, filmId }: FilmQuery): Promise<Film[]> {
  const { rows } = await sql<Film>`
    select f.film_id as "filmId", ${filmTitle} as title, ${translated('f.description')} as description, f.genres,
      f.restriction, f.minutes, f.locale, f.release_on as "releaseOn", ${posterImage} as "posterImage",
      coalesce(nullif(f.art_image, ''), t.art_image, '') as "artImage",
      (select jsonb_build_object('programId', a.program_id, 'programGuid', a.program_guid) from title_asset a
        where a.program_id = t.program_id and a.role = 'trailer' order by a.program_guid limit 1) as trailer,
      exists (select from showtime s join cinema c using (cinema_id)
        where s.film_id = f.film_id and s.starts_at > ${now} and not s.withdrawn and not c.withdrawn
          and (${region ?? null}::text is null or c.region = ${region ?? null})) as "hasShowtimes"
    from cinema_film f ${titleJoin}
    where not f.withdrawn and (${filmId ?? null}::text is null or f.film_id = ${filmId ?? null})
    order by f.position, f.film_id`.execute(db)
  return rows
}

/** The showtimes of a film from an instant on, by day in Hong Kong: all, and those that have not begun. */
export async function countByDay(
  db: Db,
  { filmId, from, now }: { filmId: string; from: Instant; now: Instant },
): Promise<{ date: Temporal.PlainDate; showtimes: number; ahead: number }[]> {
  const { rows } = await sql<{ date: Temporal.PlainDate; showtimes: number; ahead: number }>`
    select (s.starts_at at time zone 'Asia/Hong_Kong')::date as date, count(*)::int as showtimes,
      (count(*) filter (where s.starts_at > ${now}))::int as ahead
    from showtime s where s.film_id = ${filmId} and s.starts_at >= ${from} and ${shown}
    group by 1 order by 1 limit 60`.execute(db)
  return rows
}

type ShowtimeRow = Showtime & { readonly cinema: Cinema }

export async function findShowtimes(
  db: Db,
  { filmId, from, until }: { filmId: string; from: Instant; until: Instant },
): Promise<ShowtimeRow[]> {
  const { rows } = await sql<ShowtimeRow>`
    select ${cinemaColumn} as cinema, s.showtime_id as "showtimeId", s.starts_at as "startsAt", s.locale, s.subtitles,
      s.format, s.amount_cents as "amountCents", s.seats_left as "seatsLeft",
      s.ticket_seats - s.redeemed as "ticketSeats"
    from showtime s join cinema c using (cinema_id)
    where s.film_id = ${filmId} and s.starts_at >= ${from} and s.starts_at < ${until} and not s.withdrawn
      and not c.withdrawn
    order by c.position, c.cinema_id, s.starts_at, s.showtime_id`.execute(db)
  return rows
}

/** A showtime whose seats can be had, locked until the transaction ends. */
export async function lockShowtime(
  tx: Db,
  showtimeId: string,
): Promise<{ startsAt: Instant; filmId: string; isFull: boolean } | undefined> {
  const { rows } = await sql<{ startsAt: Instant; filmId: string; isFull: boolean }>`
    select s.starts_at as "startsAt", s.film_id as "filmId",
      s.redeemed >= s.ticket_seats or coalesce(s.seats_left = 0, false) as "isFull"
    from showtime s join cinema c using (cinema_id) join cinema_film f using (film_id)
    where s.showtime_id = ${showtimeId} and not s.withdrawn and not c.withdrawn and not f.withdrawn
    for update of s`.execute(tx)
  return rows[0]
}

export async function moveCinemaSeat(tx: Db, showtimeId: string, change: 1 | -1): Promise<void> {
  await sql`update showtime set redeemed = redeemed + ${change} where showtime_id = ${showtimeId}`.execute(tx)
}

type NewTicket = {
  ticketId: string
  accountId: string
  showtimeId: string
  submission: string
  codeHash: Buffer
  transferId: number
  at: Instant
}

export async function insertTicket(tx: Db, given: NewTicket): Promise<void> {
  await tx
    .insertInto('cinema_ticket')
    .values({
      ticket_id: given.ticketId,
      account_id: given.accountId,
      showtime_id: given.showtimeId,
      submission: given.submission,
      code_hash: given.codeHash,
      transfer_id: given.transferId,
      return_transfer_id: null,
      redeemed_at: given.at,
      returned_at: null,
    })
    .execute()
}

export async function findOwn(
  db: Db,
  { accountId, showtimeId }: { accountId: string; showtimeId: string },
): Promise<{ ticketId: string; submission: string }[]> {
  const rows = await db
    .selectFrom('cinema_ticket')
    .select(['ticket_id', 'submission'])
    .where('account_id', '=', accountId)
    .where('showtime_id', '=', showtimeId)
    .where('returned_at', 'is', null)
    .execute()
  return rows.map(({ ticket_id, submission }) => ({ ticketId: ticket_id, submission }))
}

type TicketQuery = { accountId: string; ticketId?: string; page?: number; pageSize?: number }

export async function findTickets(
  db: Db,
  { accountId, ticketId, page = 1, pageSize = 1 }: TicketQuery,
): Promise<{ list: Ticket[]; total: number }> {
  const which = sql`k.account_id = ${accountId} and (${ticketId ?? null}::text is null or k.ticket_id = ${ticketId ?? null})`
  type Row = Omit<Ticket, 'showtime'> & Ticket['showtime']
  const { rows } = await sql<Row>`
    select k.ticket_id as "ticketId", ${filmTitle} as "filmTitle", f.restriction, ${posterImage} as "posterImage",
      s.showtime_id as "showtimeId", s.starts_at as "startsAt", s.locale, s.subtitles, s.format,
      ${cinemaColumn} as cinema, k.redeemed_at as "redeemedAt", k.returned_at as "returnedAt"
    from cinema_ticket k join showtime s using (showtime_id) join cinema c using (cinema_id)
      join cinema_film f using (film_id) ${titleJoin}
    where ${which} order by k.redeemed_at desc, k.ticket_id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from cinema_ticket k where ${which}`.execute(db)
  const list = rows.map(({ showtimeId, startsAt, locale, subtitles, format, ...ticket }) => ({
    ...ticket,
    showtime: { showtimeId, startsAt, locale, subtitles, format },
  }))
  return { list, total: counted.rows[0]!.total }
}

/** Hours after its start in which a showtime that is withdrawn counts as cancelled. Later its record is only tidied up. */
const CANCELLED_HOURS = 24

/** Tickets of showtimes that were taken back, by themselves or with their cinema or film. */
export async function findCancelled(
  db: Db,
  { now, limit, except }: { now: Instant; limit: number; except: readonly string[] },
): Promise<{ ticketId: string; accountId: string }[]> {
  const { rows } = await sql<{ ticketId: string; accountId: string }>`
    select k.ticket_id as "ticketId", k.account_id as "accountId"
    from cinema_ticket k join showtime s using (showtime_id) join cinema c using (cinema_id) join cinema_film f using (film_id)
    where k.returned_at is null and k.account_id is not null and (s.withdrawn or c.withdrawn or f.withdrawn)
      and s.starts_at > ${now.subtract({ hours: CANCELLED_HOURS })} and k.ticket_id <> all(${except})
    order by k.ticket_id limit ${limit}`.execute(db)
  return rows
}

/** A ticket of a cancelled showtime, locked; undefined when it was returned, or its showtime is back. */
export async function lockCancelled(
  tx: Db,
  ticketId: string,
): Promise<{ showtimeId: string; transferId: number; title: Translated; startsAt: Instant } | undefined> {
  const { rows } = await sql<{ showtimeId: string; transferId: number; title: Translated; startsAt: Instant }>`
    select s.showtime_id as "showtimeId", k.transfer_id as "transferId", ${filmTitle} as title, s.starts_at as "startsAt"
    from cinema_ticket k join showtime s using (showtime_id) join cinema c using (cinema_id) join cinema_film f using (film_id)
    where k.ticket_id = ${ticketId} and k.returned_at is null and (s.withdrawn or c.withdrawn or f.withdrawn)
    for update of k, s`.execute(tx)
  return rows[0]
}

export async function setReturned(
  tx: Db,
  { ticketId, transferId, at }: { ticketId: string; transferId: number; at: Instant },
): Promise<void> {
  await tx
    .updateTable('cinema_ticket')
    .set({ returned_at: at, return_transfer_id: transferId })
    .where('ticket_id', '=', ticketId)
    .execute()
}

/** The redemption stays on record; its account does not. */
export async function unlinkTickets(tx: Db, accountId: string): Promise<void> {
  await tx.updateTable('cinema_ticket').set({ account_id: null }).where('account_id', '=', accountId).execute()
}

export interface TakenSeats {
  readonly showtimeId: string
  readonly film: string
  readonly cinema: string
  readonly startsAt: Instant
  readonly tickets: number
}

const columns = sql`s.showtime_id as "showtimeId", f.title_en as film, c.name_en as cinema, s.starts_at as "startsAt",
  s.redeemed as tickets`
const tables = sql`showtime s join cinema c using (cinema_id) join cinema_film f using (film_id)`

export async function findTaken(db: Db, now: Instant): Promise<TakenSeats[]> {
  const { rows } = await sql<TakenSeats>`
    select ${columns} from ${tables} where s.redeemed > 0 and s.starts_at > ${now} and not s.withdrawn
    order by s.starts_at, s.showtime_id limit 1000`.execute(db)
  return rows
}

export async function findOfShowtime(db: Db, showtimeId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ticketIds: string[] }>`
    select array(select k.ticket_id from cinema_ticket k
      where k.showtime_id = s.showtime_id and k.returned_at is null) as "ticketIds"
    from showtime s where s.showtime_id = ${showtimeId}`.execute(db)
  return rows[0]?.ticketIds
}

export async function findByCode(db: Db, codeHash: Buffer): Promise<TakenSeats | undefined> {
  const { rows } = await sql<TakenSeats>`
    select ${columns} from ${tables} join cinema_ticket k using (showtime_id)
    where k.code_hash = ${codeHash} and k.returned_at is null`.execute(db)
  return rows[0]
}

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
