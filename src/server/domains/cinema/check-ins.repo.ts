import { type Db, sql } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { filmTitle } from './cinema.repo.ts'
import type { Translated } from './cinema-model.ts'

type Instant = Temporal.Instant

export interface CountedShowtime {
  readonly showtimeId: string
  readonly film: Translated
  readonly cinema: Translated
  readonly startsAt: Instant
  readonly tickets: number
  readonly admitted: number
}

export interface CounterTicket extends CountedShowtime {
  readonly ticketId: string
  /** Of the film. */
  readonly minutes: number
  readonly isWithdrawn: boolean
  readonly returnedAt: Instant | null
  readonly admittedAt: Instant | null
  /** An operator. */
  readonly admittedBy: string | null
  readonly admittedByName: string | null
}

const cinemaName = sql`jsonb_build_object('zh_HK', c.name_zh, 'en_US', c.name_en)`
const counted = sql`s.showtime_id as "showtimeId", ${filmTitle} as film, ${cinemaName} as cinema,
  s.starts_at as "startsAt", s.redeemed as tickets,
  (select count(*)::int from cinema_ticket a
    where a.showtime_id = s.showtime_id and a.returned_at is null and a.admitted_at is not null) as admitted`
const showtimes = sql`showtime s join cinema c using (cinema_id) join cinema_film f using (film_id)`

export interface TakenQuery {
  readonly filter: { readonly text?: string | undefined }
  readonly sort: 'startsAt' | '-startsAt'
  readonly after?: string | undefined
  readonly limit: number
}

const contains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Showtimes with tickets that start after `since`. */
export function findTakenPage(
  db: Db,
  { filter: { text }, sort, ...page }: TakenQuery,
  since: Instant,
): Promise<KeysetPage<CountedShowtime>> {
  return readPage<CountedShowtime>(
    db,
    {
      columns: counted,
      from: showtimes,
      where: [
        sql`s.redeemed > 0`,
        sql`s.starts_at > ${since}`,
        sql`not s.withdrawn`,
        ...(text ? [sql`concat_ws(' ', f.title_zh, f.title_en, c.name_zh, c.name_en) ilike ${contains(text)}`] : []),
      ],
      sort: { by: sql`s.starts_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`s.showtime_id`, type: 'text' },
    },
    page,
  )
}

export async function findCounted(db: Db, showtimeId: string): Promise<CountedShowtime | undefined> {
  const { rows } = await sql<CountedShowtime>`
    select ${counted} from ${showtimes} where s.showtime_id = ${showtimeId}`.execute(db)
  return rows[0]
}

/** Those that were not returned. */
export async function findCheckIns(
  db: Db,
  showtimeId: string,
): Promise<{ ticketId: string; admittedAt: Instant | null }[]> {
  const { rows } = await sql<{ ticketId: string; admittedAt: Instant | null }>`
    select ticket_id as "ticketId", admitted_at as "admittedAt" from cinema_ticket
    where showtime_id = ${showtimeId} and returned_at is null`.execute(db)
  return rows
}

type TicketKey = { readonly codeHash: Buffer } | { readonly ticketId: string }

const ticketOf = (key: TicketKey) => sql<CounterTicket>`
  select ${counted}, k.ticket_id as "ticketId", f.minutes, s.withdrawn or c.withdrawn or f.withdrawn as "isWithdrawn",
    k.returned_at as "returnedAt", k.admitted_at as "admittedAt", k.admitted_by as "admittedBy",
    (select name from operator o where o.operator_id = k.admitted_by) as "admittedByName"
  from ${showtimes} join cinema_ticket k using (showtime_id)
  where ${'codeHash' in key ? sql`k.code_hash = ${key.codeHash}` : sql`k.ticket_id = ${key.ticketId}`}`

export async function findCounterTicket(db: Db, key: TicketKey): Promise<CounterTicket | undefined> {
  const { rows } = await ticketOf(key).execute(db)
  return rows[0]
}

/** Counters that check one code at the same time are served one after the other. */
export async function lockCounterTicket(tx: Db, key: TicketKey): Promise<CounterTicket | undefined> {
  const { rows } = await sql<CounterTicket>`${ticketOf(key)} for update of k`.execute(tx)
  return rows[0]
}

type CheckIn = { ticketId: string; operatorId: string; at: Instant }

/** @returns false when another counter was first */
export async function insertCheckIn(tx: Db, { ticketId, operatorId, at }: CheckIn): Promise<boolean> {
  const { rows } = await sql`
    update cinema_ticket set admitted_at = ${at}, admitted_by = ${operatorId}
    where ticket_id = ${ticketId} and admitted_at is null and returned_at is null returning 1`.execute(tx)
  return rows.length > 0
}

export async function deleteCheckIn(tx: Db, ticketId: string): Promise<void> {
  await sql`
    update cinema_ticket set admitted_at = null, admitted_by = null where ticket_id = ${ticketId}`.execute(tx)
}
