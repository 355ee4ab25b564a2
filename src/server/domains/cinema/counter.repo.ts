import { type Db, sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

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
