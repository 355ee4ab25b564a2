import type { SeatCondition } from '#contract/screenings.ts'
import { type Db, sql } from '#server/kit/db.ts'

export const ROOM_CHANNEL = 'screening_room'

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

/** A sign of life of a seat's player. @returns whether its condition has changed */
export async function saveReport(
  db: Db,
  { seatId, condition, drift }: { seatId: string; condition: SeatCondition | undefined; drift: number | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    update screening_seat q set seen_at = clock_timestamp(), condition = coalesce(${condition ?? null}, q.condition),
      drift_ms = ${drift ?? null}
    from (select condition, seen_at from screening_seat where seat_id = ${seatId} for update) was
    where q.seat_id = ${seatId}
    returning was.condition <> q.condition or was.seen_at is null as changed`.execute(db)
  return rows[0]?.changed ?? false
}

/** Reaches all nodes when the transaction commits. */
export async function notifyRoom(tx: Db, screeningId: string): Promise<void> {
  await sql`select pg_notify(${ROOM_CHANNEL}, ${screeningId})`.execute(tx)
}
