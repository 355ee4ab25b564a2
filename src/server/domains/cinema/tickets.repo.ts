import { type Db, sql } from '#server/kit/db.ts'
import type { Ticket, Translated } from './cinema-model.ts'
import { cinemaColumn, filmTitle, posterImage, titleJoin } from './films.repo.ts'

type Instant = Temporal.Instant

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

/** What was redeemed stays on record; by whom does not. */
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
