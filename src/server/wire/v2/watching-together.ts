import * as endpoints from '#contract/watching-together.ts'
import { AppError } from '#contract/errors.ts'
import { bind } from '../bind.ts'
import { toRoom } from './private-cinema.presenter.ts'

const { privateCinemaStream: _, ...calls } = endpoints

export const watchingTogether = bind(calls, ({ screenings }) => ({
  privateCinemaSync: async (viewer, { condition, drift, leaving, ...request }) => {
    const seat = await screenings.seats.seatOf(viewer, request)
    return toRoom(await screenings.rooms.report(seat, { condition, drift, leaving }))
  },

  privateCinemaControl: async (viewer, { playing, position, screeningId }) => {
    const seat = await screenings.seats.seatOf(viewer, { screeningId })
    if (!seat.isHost) throw new AppError('NOT_FOUND')
    return toRoom(await screenings.rooms.control(seat, { playing, position }))
  },
}))
