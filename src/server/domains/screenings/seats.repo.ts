import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant

interface Seat {
  readonly seatId: string
  readonly screeningId: string
  readonly number: number
  readonly isHost: boolean
  readonly accountId: string | null
}

type NewSeat = Pick<Seat, 'seatId' | 'screeningId' | 'number' | 'isHost' | 'accountId'> & {
  readonly name: string | null
  readonly tokenHash: Buffer | null
  readonly at: Instant
}

/** Takes a seat. The unique index refuses a number that is taken. */
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
