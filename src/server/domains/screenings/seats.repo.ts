import { createHash } from 'node:crypto'
import type { SeatCondition } from '#contract/screenings.ts'
import { type Db, sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

export interface ScreeningSeat {
  readonly seatId: string
  readonly screeningId: string
  readonly number: number
  readonly isHost: boolean
  readonly accountId: string | null
  readonly plays: number
}

type NewSeat = Pick<ScreeningSeat, 'seatId' | 'screeningId' | 'number' | 'isHost' | 'accountId'> & {
  readonly name: string | null
  readonly tokenHash: Buffer | null
  readonly at: Instant
}

/** The unique index refuses a number that is taken. */
export async function insertSeat(tx: Db, seat: NewSeat): Promise<void> {
  await tx
    .insertInto('screening_seat')
    .values({
      seat_id: seat.seatId,
      screening_id: seat.screeningId,
      number: seat.number,
      is_host: seat.isHost,
      account_id: seat.accountId,
      name: seat.name,
      token_hash: seat.tokenHash,
      joined_at: seat.at,
      removed_at: null,
      seen_at: null,
      drift_ms: null,
    })
    .execute()
}

export async function nameSeat(tx: Db, { seatId, name }: { seatId: string; name: string }): Promise<void> {
  await tx.updateTable('screening_seat').set({ name }).where('seat_id', '=', seatId).execute()
}

export async function findTaken(tx: Db, screeningId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('screening_seat')
    .select('number')
    .where('screening_id', '=', screeningId)
    .where('removed_at', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

type Holder = { readonly accountId: string } | { readonly tokenHash: Buffer } | { readonly seatId: string }

export async function findSeat(
  db: Db,
  { holder, screeningId }: { holder: Holder; screeningId?: string | undefined },
): Promise<ScreeningSeat | undefined> {
  const isHolder =
    'accountId' in holder
      ? sql`q.account_id = ${holder.accountId}`
      : 'tokenHash' in holder
        ? sql`q.token_hash = ${holder.tokenHash}`
        : sql`q.seat_id = ${holder.seatId}`
  const { rows } = await sql<ScreeningSeat>`
    select q.seat_id as "seatId", q.screening_id as "screeningId", q.number, q.is_host as "isHost",
      q.account_id as "accountId", q.plays
    from screening_seat q join screening s using (screening_id)
    where ${isHolder} and (${screeningId ?? null}::text is null or q.screening_id = ${screeningId ?? null})
      and q.removed_at is null and s.state = 'valid'`.execute(db)
  return rows[0]
}

export async function removeSeat(
  tx: Db,
  { screeningId, seatId, at }: { screeningId: string; seatId: string; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('screening_seat')
    .set({ removed_at: at })
    .where('screening_id', '=', screeningId)
    .where('seat_id', '=', seatId)
    .where('is_host', '=', false)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countPlay(db: Db, seatId: string): Promise<number> {
  const { plays } = await db
    .updateTable('screening_seat')
    .set((row) => ({ plays: row('plays', '+', 1) }))
    .where('seat_id', '=', seatId)
    .returning('plays')
    .executeTakeFirstOrThrow()
  return plays
}

export interface Person {
  readonly seatId: string
  readonly number: number
  readonly name: string
  readonly isHost: boolean
  readonly isGuest: boolean
  readonly condition: SeatCondition
  readonly driftMs: number | null
  /** Seconds since the last report of its player, by the database's clock; null: never. */
  readonly silentSeconds: number | null
}

export async function findPeople(db: Db, screeningId: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select q.seat_id as "seatId", q.number, q.is_host as "isHost", q.account_id is null as "isGuest", q.condition,
      q.drift_ms as "driftMs", extract(epoch from clock_timestamp() - q.seen_at)::float8 as "silentSeconds",
      coalesce(q.name, (select p.name from profile p where p.account_id = q.account_id and p.is_first), '') as name
    from screening_seat q where q.screening_id = ${screeningId} and q.removed_at is null order by q.number`.execute(db)
  return rows
}

/** Of nodes of before, which tell changes of every room to every node. */
export const ROOM_CHANNEL = 'screening_room'
const ROOM_CHANNELS = 64

/** Rooms share few channels, and a process listens to those of the rooms that it has readers of. */
export const roomChannel = (screeningId: string): string =>
  `${ROOM_CHANNEL}_${createHash('md5').update(screeningId).digest()[0]! % ROOM_CHANNELS}`

/** What the host's player does. Milliseconds; the instants are the database's, whose clock all nodes share. */
export interface RoomPlayback {
  readonly version: number
  readonly playing: boolean
  readonly position: number
  readonly at: number
  readonly now: number
}

const millis = (instant: ReturnType<typeof sql>) => sql`(extract(epoch from ${instant}) * 1000)::float8`

/** Paused at its beginning before the host has played. */
export async function findPlayback(db: Db, screeningId: string): Promise<RoomPlayback> {
  const { rows } = await sql<RoomPlayback>`
    select coalesce(r.version, 0) as version, coalesce(r.playing, false) as playing,
      coalesce(r.position_ms, 0) as position, ${millis(sql`coalesce(r.at, clock_timestamp())`)} as at,
      ${millis(sql`clock_timestamp()`)} as now
    from (select 1) one left join screening_playback r on r.screening_id = ${screeningId}`.execute(db)
  return rows[0]!
}

/** The newest change counts. */
export async function savePlayback(
  tx: Db,
  { screeningId, playing, position }: { screeningId: string; playing: boolean; position: number },
): Promise<void> {
  await sql`
    insert into screening_playback as r (screening_id, version, playing, position_ms, at)
    values (${screeningId}, 1, ${playing}, ${position}, clock_timestamp())
    on conflict (screening_id) do update set version = r.version + 1, playing = excluded.playing,
      position_ms = excluded.position_ms, at = excluded.at`.execute(tx)
}

interface SeatReport {
  readonly seatId: string
  readonly condition: SeatCondition | undefined
  readonly drift: number | undefined
  /** Silent from now on, which others would notice only later. */
  readonly leaving?: boolean
}

/** A sign of life of a seat's player, or its last one. @returns whether its condition has changed */
export async function saveReport(db: Db, { seatId, condition, drift, leaving = false }: SeatReport): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    update screening_seat q set seen_at = clock_timestamp() - ${leaving ? '1 minute' : '0'}::interval, condition = coalesce(${condition ?? null}, q.condition),
      drift_ms = ${drift ?? null}
    from (select condition, seen_at from screening_seat where seat_id = ${seatId} for update) was
    where q.seat_id = ${seatId}
    returning was.condition <> q.condition or was.seen_at is null or ${leaving}::boolean as changed`.execute(db)
  return rows[0]?.changed ?? false
}

/** Reaches all nodes when the transaction commits. */
export async function notifyRoom(tx: Db, screeningId: string): Promise<void> {
  await sql`select pg_notify(${roomChannel(screeningId)}, ${screeningId})`.execute(tx)
}
