import { outcomeOf, type UpsertRow, type Upsert } from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import type { CinemaRecord, FilmRecord, ShowtimeRecord, TakenShowtime } from './listings-import.rules.ts'

type Instant = Temporal.Instant

const EMPTY = { zh_HK: '', en_US: '' }

/** Its position is its line, until a record says another one. */
export async function upsertCinema(
  tx: Db,
  { district, name, address, ...one }: CinemaRecord,
  at: Instant,
): Promise<Upsert> {
  return outcomeOf(
    await sql<UpsertRow>`
      insert into cinema as old (cinema_id, region, position, district_zh, district_en, name_zh, name_en, address_zh, address_en,
        booking_url, withdrawn, updated_at)
      values (${one.cinemaId}, ${one.region}, ${one.position ?? one.line}, ${district.zh_HK}, ${district.en_US}, ${name.zh_HK}, ${name.en_US},
        ${address.zh_HK}, ${address.en_US}, ${one.bookingURL ?? ''}, ${one.withdrawn}, ${at})
      on conflict (cinema_id) do update set region = excluded.region, position = coalesce(${one.position ?? null}, old.position),
        district_zh = excluded.district_zh, district_en = excluded.district_en, name_zh = excluded.name_zh,
        name_en = excluded.name_en, address_zh = excluded.address_zh, address_en = excluded.address_en,
        booking_url = excluded.booking_url, withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
      where (old.region, old.position, old.district_zh, old.district_en, old.name_zh, old.name_en, old.address_zh, old.address_en,
          old.booking_url, old.withdrawn)
        is distinct from (excluded.region, coalesce(${one.position ?? null}, old.position), excluded.district_zh,
          excluded.district_en, excluded.name_zh, excluded.name_en, excluded.address_zh, excluded.address_en,
          excluded.booking_url, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

/** Its position is its line, until a record says another one. */
export async function upsertFilm(
  tx: Db,
  { title, description = EMPTY, ...one }: FilmRecord,
  at: Instant,
): Promise<Upsert> {
  return outcomeOf(
    await sql<UpsertRow>`
      insert into cinema_film as old (film_id, position, title_zh, title_en, description_zh, description_en, genres, restriction,
        minutes, locale, release_on, program_id, poster_image, art_image, withdrawn, updated_at)
      values (${one.filmId}, ${one.position ?? one.line}, ${title.zh_HK}, ${title.en_US}, ${description.zh_HK}, ${description.en_US},
        ${one.genres}, ${one.restriction}, ${one.minutes}, ${one.locale}, ${one.releaseOn}, ${one.programId ?? ''},
        ${one.poster ?? ''}, ${one.art ?? ''}, ${one.withdrawn}, ${at})
      on conflict (film_id) do update set position = coalesce(${one.position ?? null}, old.position),
        title_zh = excluded.title_zh, title_en = excluded.title_en, description_zh = excluded.description_zh,
        description_en = excluded.description_en, genres = excluded.genres, restriction = excluded.restriction,
        minutes = excluded.minutes, locale = excluded.locale, release_on = excluded.release_on,
        program_id = excluded.program_id, poster_image = excluded.poster_image, art_image = excluded.art_image,
        withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
      where (old.position, old.title_zh, old.title_en, old.description_zh, old.description_en, old.genres, old.restriction, old.minutes,
          old.locale, old.release_on, old.program_id, old.poster_image, old.art_image, old.withdrawn)
        is distinct from (coalesce(${one.position ?? null}, old.position), excluded.title_zh, excluded.title_en,
          excluded.description_zh, excluded.description_en, excluded.genres, excluded.restriction, excluded.minutes,
          excluded.locale, excluded.release_on, excluded.program_id, excluded.poster_image, excluded.art_image,
          excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

/** All showtimes of a file in one statement: there may be thousands. @returns what each became */
export async function upsertShowtimes(tx: Db, records: readonly ShowtimeRecord[], at: Instant): Promise<Upsert[]> {
  const given = JSON.stringify(
    records.map(({ price, seatsLeft = null, ...one }) => ({ ...one, amountCents: Math.round(price * 100), seatsLeft })),
  )
  const { rows } = await sql<UpsertRow>`
    insert into showtime as old (showtime_id, film_id, cinema_id, starts_at, locale, subtitles, format, amount_cents, seats_left,
      ticket_seats, withdrawn, added_at, updated_at)
    select g."showtimeId", g."filmId", g."cinemaId", g."startsAt", g.locale, g.subtitles, g.format, g."amountCents", g."seatsLeft",
      g."ticketSeats", g.withdrawn, ${at}, ${at}
    from jsonb_to_recordset(${given}::jsonb) as g ("showtimeId" text, "filmId" text, "cinemaId" text, "startsAt" timestamptz,
      locale text, subtitles text[], format text, "amountCents" bigint, "seatsLeft" int, "ticketSeats" int, withdrawn boolean)
    order by g."showtimeId"
    on conflict (showtime_id) do update set film_id = excluded.film_id, cinema_id = excluded.cinema_id,
      starts_at = excluded.starts_at, locale = excluded.locale, subtitles = excluded.subtitles, format = excluded.format,
      amount_cents = excluded.amount_cents, seats_left = excluded.seats_left, ticket_seats = excluded.ticket_seats,
      withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
    where (old.film_id, old.cinema_id, old.starts_at, old.locale, old.subtitles, old.format, old.amount_cents, old.seats_left,
        old.ticket_seats, old.withdrawn)
      is distinct from (excluded.film_id, excluded.cinema_id, excluded.starts_at, excluded.locale, excluded.subtitles,
        excluded.format, excluded.amount_cents, excluded.seats_left, excluded.ticket_seats, excluded.withdrawn)
    returning xmax = 0 as added`.execute(tx)
  const same = Array.from<Upsert>({ length: records.length - rows.length })
  return [...rows.map(({ added }) => (added ? 'added' : 'changed') as Upsert), ...same]
}

type Named = { cinemaIds: readonly string[]; filmIds: readonly string[]; programIds: readonly string[] }

/** Those of these ids that exist. */
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

export async function findKnownShowtimes(db: Db, showtimeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ showtimeId: string }>`
    select showtime_id as "showtimeId" from showtime where showtime_id = any(${showtimeIds})`.execute(db)
  return rows.map(({ showtimeId }) => showtimeId)
}

/** Whether there has never been a cinema. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from cinema) as found`.execute(db)
  return !rows[0]!.found
}
