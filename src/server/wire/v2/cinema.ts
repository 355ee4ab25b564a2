import * as endpoints from '#contract/cinema.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { bind } from '../bind.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Cinema, CinemaDay, FilmDay, ShownFilm, ShownShowtime, ShownTicket } from '#server/domains/cinema/index.ts'
import { wireInstant } from '../instants.ts'
import { withPreviews } from './image-previews.ts'

export const cinema = bind(endpoints, ({ cinema: cinemas, cards: { imageUrl }, images }) => ({
  cinemaList: async (viewer, filter) => {
    const films = await cinemas.films(filter, viewer.kind === 'member' ? viewer.accountId : undefined)
    const list = films.map((film) => toFilm(film, { language: viewer.language, imageUrl }))
    return { list: await withPreviews(images, list) }
  },

  cinemaShowtimes: async ({ language }, { programId, date }) =>
    toFilmDay(await cinemas.showtimes(programId, date === undefined ? undefined : toDay(date)), language),

  redeemTicket: async ({ accountId, language }, request) => {
    const ticket = await cinemas.redeem(accountId, request)
    return { ticketCode: ticket.code, ticket: toTicket(ticket, { language, imageUrl }) }
  },

  ticketList: async ({ accountId, language }, { page, pageSize = PAGE_SIZE.landscape }) => {
    const { list, ...counts } = await cinemas.ticketsOf({ accountId, page, pageSize })
    return { ...counts, list: list.map((ticket) => toTicket(ticket, { language, imageUrl })) }
  },

  cinemaNotify: async ({ accountId }, { programId, notify }) => {
    await cinemas.notify(accountId, { filmId: programId, wanted: notify })
    return { notify }
  },
}))

interface Reading {
  readonly language: Language
  readonly imageUrl: (key: string) => string
}

const CURRENCY = 'HKD'

const toFilm = (film: ShownFilm, { language, imageUrl }: Reading) => ({
  programId: film.filmId,
  status: film.status,
  title: film.title[language],
  otherTitle: film.title[language === 'zh_HK' ? 'en_US' : 'zh_HK'],
  description: film.description[language],
  genres: [...film.genres],
  restriction: film.restriction,
  minutes: film.minutes,
  locale: film.locale,
  releaseDate: film.releaseOn.toString(),
  imageURL: film.artImage && imageUrl(film.artImage),
  keyartImageURL: film.posterImage && imageUrl(film.posterImage),
  ...(film.trailer && { trailer: film.trailer }),
  hasShowtimes: film.hasShowtimes,
  ...(film.notify && { notify: true }),
})

const toFilmDay = ({ date, days, cinemas }: FilmDay, language: Language) => ({
  date: date.toString(),
  days: days.map((day) => ({ date: day.date.toString(), showtimes: day.showtimes })),
  currency: CURRENCY,
  list: cinemas.map((cinema) => toCinemaDay(cinema, language)),
})

const toCinemaDay = ({ showtimes, ...cinema }: CinemaDay, language: Language) => ({
  ...toCinema(cinema, language),
  amount: Math.min(...showtimes.map(({ amountCents }) => amountCents)),
  showtimes: showtimes.map(toShowtime),
})

const toCinema = ({ cinemaId, region, district, name, address, bookingUrl }: Cinema, language: Language) => ({
  cinemaId,
  region,
  districtId: district.en_US.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  district: district[language],
  name: name[language],
  address: address[language],
  ...(bookingUrl && { bookingURL: bookingUrl }),
})

const toShowtime = ({ showtimeId, startsAt, amountCents, seatsLeft, ticketSeats, state, ...shown }: ShownShowtime) => ({
  showtimeId,
  startsAt: wireInstant(startsAt),
  locale: shown.locale,
  subtitles: [...shown.subtitles],
  format: shown.format,
  amount: amountCents,
  state,
  ...(seatsLeft !== null && { seatsLeft }),
  ticketSeats: state === 'started' || state === 'full' ? 0 : ticketSeats,
})

const toTicket = (ticket: ShownTicket, { language, imageUrl }: Reading) => ({
  ticketId: ticket.ticketId,
  ticketCode: ticket.code,
  state: ticket.state,
  title: ticket.filmTitle[language],
  restriction: ticket.restriction,
  keyartImageURL: ticket.posterImage && imageUrl(ticket.posterImage),
  startsAt: wireInstant(ticket.showtime.startsAt),
  locale: ticket.showtime.locale,
  subtitles: [...ticket.showtime.subtitles],
  format: ticket.showtime.format,
  cinema: toCinema(ticket.cinema, language),
  redeemedAt: wireInstant(ticket.redeemedAt),
})

/** @throws INVALID_INPUT for a day that does not exist, such as 30 February */
function toDay(date: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' })
  } catch {
    throw new AppError('INVALID_INPUT')
  }
}
