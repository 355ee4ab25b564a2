import { AppError } from '#contract/errors.ts'
import type { SeatCondition } from '#contract/screenings.ts'
import type { ScreeningsDeps } from './screenings-deps.ts'
import { findShown } from './screenings.repo.ts'
import { screeningStatus } from './screenings.rules.ts'
import { findPlayback, notifyRoom, type RoomPlayback, savePlayback, saveReport } from './rooms.repo.ts'
import { findPeople, type Person, type ScreeningSeat } from './seats.repo.ts'
import { inTransaction } from '#server/kit/db.ts'

export interface Room extends RoomPlayback {
  readonly people: readonly Person[]
}

type Report = { condition: SeatCondition | undefined; drift: number | undefined }

export function createScreeningRooms({ db, clock }: Pick<ScreeningsDeps, 'db' | 'clock'>) {
  return { read, report, control }

  async function read(screeningId: string): Promise<Room> {
    const [screening] = await findShown(db, { of: { screeningId } })
    if (!screening || screeningStatus(screening, clock.now()) !== 'open') throw new AppError('WINDOW_CLOSED')
    const people = await findPeople(db, screeningId)
    return { ...(await findPlayback(db, screeningId)), people }
  }

  async function report({ screeningId, seatId }: ScreeningSeat, said: Report): Promise<Room> {
    const changed = await saveReport(db, { seatId, ...said })
    if (changed) await notifyRoom(db, screeningId)
    return read(screeningId)
  }

  /** The host plays, pauses or seeks; milliseconds into the title. @throws WINDOW_CLOSED */
  async function control(
    { screeningId }: ScreeningSeat,
    change: { playing: boolean; position: number },
  ): Promise<Room> {
    await read(screeningId)
    await inTransaction(db, async (tx) => {
      await savePlayback(tx, { screeningId, ...change })
      await notifyRoom(tx, screeningId)
    })
    return read(screeningId)
  }
}
