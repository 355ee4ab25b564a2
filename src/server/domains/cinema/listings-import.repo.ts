import {
  type ContentChange,
  positionOf,
  type RecordSource,
  type Upsert,
  upsertChanged,
  type UpsertRow,
} from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { dollarsOf, hongKongText, localText } from '#server/kit/content-records.ts'
import type { CinemaRecord, FilmRecord, ShowtimeRecord, TakenShowtime } from './listings-import.rules.ts'

const EMPTY = { zh_HK: '', en_US: '' }

export function upsertCinema(
  tx: Db,
  { district, name, address, ...one }: CinemaRecord,
  change: ContentChange,
): Promise<Upsert> {
  const position = positionOf(one)
  return upsertChanged(tx, 'cinema', {
    key: 'cinema_id',
    change,
    once: position.once,
    row: {
      cinema_id: one.cinemaId,
      region: one.region,
      ...position.row,
      district_zh: district.zh_HK,
      district_en: district.en_US,
      name_zh: name.zh_HK,
      name_en: name.en_US,
      address_zh: address.zh_HK,
      address_en: address.en_US,
      booking_url: one.bookingURL ?? '',
      withdrawn: one.withdrawn,
    },
  })
}

export function upsertFilm(
  tx: Db,
  { title, description = EMPTY, ...one }: FilmRecord,
  change: ContentChange,
): Promise<Upsert> {
  const position = positionOf(one)
  return upsertChanged(tx, 'cinema_film', {
    key: 'film_id',
    change,
    once: position.once,
    row: {
      film_id: one.filmId,
      ...position.row,
      title_zh: title.zh_HK,
      title_en: title.en_US,
      description_zh: description.zh_HK,
      description_en: description.en_US,
      genres: one.genres,
      restriction: one.restriction,
      minutes: one.minutes,
      locale: one.locale,
      release_on: Temporal.PlainDate.from(one.releaseOn),
      program_id: one.programId ?? '',
      poster_image: one.poster ?? '',
      art_image: one.art ?? '',
      withdrawn: one.withdrawn,
    },
  })
}

/** All showtimes of a file in one statement: there may be thousands. @returns what each became */
export async function upsertShowtimes(
  tx: Db,
  records: readonly ShowtimeRecord[],
  { at, actor }: ContentChange,
): Promise<Upsert[]> {
  const given = JSON.stringify(
    records.map(({ price, seatsLeft = null, ...one }) => ({ ...one, amountCents: Math.round(price * 100), seatsLeft })),
  )
  const { rows } = await sql<UpsertRow>`
    insert into showtime as old (showtime_id, film_id, cinema_id, starts_at, locale, subtitles, format, amount_cents, seats_left,
      ticket_seats, withdrawn, added_at, updated_at, updated_by)
    select g."showtimeId", g."filmId", g."cinemaId", g."startsAt", g.locale, g.subtitles, g.format, g."amountCents", g."seatsLeft",
      g."ticketSeats", g.withdrawn, ${at}, ${at}, ${actor}
    from jsonb_to_recordset(${given}::jsonb) as g ("showtimeId" text, "filmId" text, "cinemaId" text, "startsAt" timestamptz,
      locale text, subtitles text[], format text, "amountCents" bigint, "seatsLeft" int, "ticketSeats" int, withdrawn boolean)
    order by g."showtimeId"
    on conflict (showtime_id) do update set film_id = excluded.film_id, cinema_id = excluded.cinema_id,
      starts_at = excluded.starts_at, locale = excluded.locale, subtitles = excluded.subtitles, format = excluded.format,
      amount_cents = excluded.amount_cents, seats_left = excluded.seats_left, ticket_seats = excluded.ticket_seats,
      withdrawn = excluded.withdrawn, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      version = old.version + 1
    where (old.film_id, old.cinema_id, old.starts_at, old.locale, old.subtitles, old.format, old.amount_cents, old.seats_left,
        old.ticket_seats, old.withdrawn)
      is distinct from (excluded.film_id, excluded.cinema_id, excluded.starts_at, excluded.locale, excluded.subtitles,
        excluded.format, excluded.amount_cents, excluded.seats_left, excluded.ticket_seats, excluded.withdrawn)
    returning xmax = 0 as added`.execute(tx)
  const same = Array.from<Upsert>({ length: records.length - rows.length })
  return [...rows.map(({ added }) => (added ? 'added' : 'changed') as Upsert), ...same]
}

type Named = { cinemaIds: readonly string[]; filmIds: readonly string[]; programIds: readonly string[] }

export async function findKnown(
  db: Db,
  { cinemaIds, filmIds, programIds }: Named,
): Promise<{ cinemas: string[]; films: string[]; titles: string[] }> {
  const { rows } = await sql<{ cinemas: string[]; films: string[]; titles: string[] }>`
    select array(select cinema_id from cinema where cinema_id = any(${cinemaIds})) as cinemas,
      array(select film_id from cinema_film where film_id = any(${filmIds})) as films,
      array(select program_id from title where program_id = any(${programIds})) as titles`.execute(db)
  return rows[0]!
}

/** Locks showtimes in the order of their ids, so that nothing is redeemed meanwhile. @returns those that have tickets */
export async function lockTaken(tx: Db, showtimeIds: readonly string[]): Promise<TakenShowtime[]> {
  const { rows } = await sql<TakenShowtime>`
    select showtime_id as "showtimeId", film_id as "filmId", cinema_id as "cinemaId", starts_at as "startsAt", redeemed
    from showtime where showtime_id = any(${showtimeIds}) order by showtime_id collate "C" for update`.execute(tx)
  return rows.filter(({ redeemed }) => redeemed > 0)
}

/**
 * Showtimes on sale that others of a file would stand beside: of the same film, cinema, start, format and
 * language, by another id. One that is at its place
 * already, and one that stands beside those of its own file, has none.
 */
export async function findStartsTaken(
  tx: Db,
  records: readonly ShowtimeRecord[],
): Promise<{ line: number; showtimeId: string }[]> {
  const given = JSON.stringify(records)
  const { rows } = await sql<{ line: number; showtimeId: string }>`
    with g as (select * from jsonb_to_recordset(${given}::jsonb) as g (line int, "showtimeId" text, "filmId" text, "cinemaId" text,
      "startsAt" timestamptz, format text, locale text, withdrawn boolean))
    select g.line, min(s.showtime_id) as "showtimeId"
    from g join showtime s on (s.film_id, s.cinema_id, s.starts_at, s.format, s.locale)
      = (g."filmId", g."cinemaId", g."startsAt", g.format, g.locale)
    where not g.withdrawn and not s.withdrawn and s.showtime_id <> g."showtimeId"
      and not exists (select from showtime own where own.showtime_id = g."showtimeId" and not own.withdrawn
        and (own.film_id, own.cinema_id, own.starts_at) = (g."filmId", g."cinemaId", g."startsAt"))
      and not exists (select from g as other where other."showtimeId" = s.showtime_id and (other.withdrawn
        or (other."filmId", other."cinemaId", other."startsAt") <> (g."filmId", g."cinemaId", g."startsAt")))
    group by g.line`.execute(tx)
  return rows
}

export async function findKnownShowtimes(db: Db, showtimeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ showtimeId: string }>`
    select showtime_id as "showtimeId" from showtime where showtime_id = any(${showtimeIds})`.execute(db)
  return rows.map(({ showtimeId }) => showtimeId)
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from cinema) as found`.execute(db)
  return !rows[0]!.found
}

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
