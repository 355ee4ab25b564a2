/**
 * Cinema information: films in the cinemas of Hong Kong and Macau with their showtimes, seats for the cinema tickets of telecom
 * partners' members, and who is told of a film. Owns the tables cinema, cinema_film, showtime, cinema_ticket and cinema_notice. Sells
 * nothing: the cinemas do.
 */
import './cinema-tables.ts'

export { createCinema, type CinemaListings } from './cinema.service.ts'
export type { Cinema, CinemaDay, FilmDay, ShownFilm, ShownShowtime, ShownTicket } from './cinema-model.ts'
