import { dollarsOf, hongKongText, localText } from '#server/kit/content-records.ts'
import type { RecordSource } from '#server/kit/content-part.ts'
import { sql } from '#server/kit/db.ts'

/** Showtimes that have not begun, and their cinema tickets that were not returned. */
const ahead = (column: string, now: Temporal.Instant) => sql`
  select count(*)::int as showtimes, coalesce(sum(s.redeemed), 0)::int as tickets from showtime s
  where s.${sql.raw(column)} = x.${sql.raw(column)} and s.starts_at > ${now} and not s.withdrawn`

const cinemas: RecordSource = {
  idField: 'cinemaId',
  select: (now) => sql`
    select x.cinema_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn, x.position::bigint as place,
      null::timestamptz as starts_at, array[x.region] as parents, '{}'::jsonb as names,
      jsonb_strip_nulls(jsonb_build_object('cinemaId', x.cinema_id, 'region', x.region, 'district', ${localText('x.district')},
        'name', ${localText('x.name')}, 'address', ${localText('x.address')}, 'bookingURL', nullif(x.booking_url, ''),
        'position', x.position, 'withdrawn', x.withdrawn)) as record,
      (select to_jsonb(a) from (${ahead('cinema_id', now)}) a) as counts
    from cinema x`,
}

const films: RecordSource = {
  idField: 'filmId',
  select: (now) => sql`
    select x.film_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn, x.position::bigint as place,
      null::timestamptz as starts_at, '{}'::text[] as parents,
      coalesce((select jsonb_build_object('programId', jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en))
        from title t where t.program_id = x.program_id), '{}') as names,
      jsonb_strip_nulls(jsonb_build_object('filmId', x.film_id, 'title', ${localText('x.title')},
        'description', ${localText('x.description')}, 'genres', to_jsonb(x.genres), 'restriction', x.restriction,
        'minutes', x.minutes, 'locale', x.locale, 'releaseOn', x.release_on, 'programId', nullif(x.program_id, ''),
        'poster', nullif(x.poster_image, ''), 'art', nullif(x.art_image, ''), 'position', x.position,
        'withdrawn', x.withdrawn)) as record,
      (select to_jsonb(a) || jsonb_build_object('waiting', (select count(*) from cinema_notice n where n.film_id = x.film_id))
        from (${ahead('film_id', now)}) a) as counts
    from cinema_film x`,
}

const showtimes: RecordSource = {
  idField: 'showtimeId',
  select: () => sql`
    select x.showtime_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn,
      extract(epoch from x.starts_at)::bigint as place, x.starts_at, array[x.cinema_id, x.film_id] as parents,
      jsonb_build_object('filmId', ${localText('f.title')}, 'cinemaId', ${localText('c.name')}) as names,
      jsonb_strip_nulls(jsonb_build_object('showtimeId', x.showtime_id, 'filmId', x.film_id, 'cinemaId', x.cinema_id,
        'startsAt', ${hongKongText('x.starts_at')}, 'locale', x.locale, 'subtitles', to_jsonb(x.subtitles), 'format', x.format,
        'price', ${dollarsOf('x.amount_cents')}, 'seatsLeft', x.seats_left, 'ticketSeats', x.ticket_seats,
        'withdrawn', x.withdrawn)) as record,
      jsonb_build_object('tickets', x.redeemed) as counts
    from showtime x join cinema c using (cinema_id) join cinema_film f using (film_id)`,
}

export const LISTING_SOURCES = { cinema: cinemas, cinemaFilm: films, showtime: showtimes }
