import type { RawBuilder } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'
import type { Cinema, Film, Showtime, Translated } from './cinema-model.ts'

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
