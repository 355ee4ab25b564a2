/**
 * The private cinema: premium titles on sale by the screening, members' screenings, and who sits in them. Owns the tables
 * screening_slot, screening, screening_seat and screening_playback. Never takes or returns money: payments does, with the product of
 * this domain.
 */
import './screenings-tables.ts'

export { createScreenings, type Screenings } from './screenings.service.ts'
export { ROOM_CHANNEL } from './rooms.repo.ts'
export type { Room } from './rooms.service.ts'
export type { SeatRequest } from './seats.service.ts'
export type { Person, Seat } from './seats.repo.ts'
export type { ScreeningQuote, ShownScreening, ShownSlot } from './screenings-model.ts'
