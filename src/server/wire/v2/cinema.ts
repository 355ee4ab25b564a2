import * as endpoints from '#contract/cinema.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import { bind } from '../bind.ts'
import { toDay, toFilm, toFilmDay, toTicket } from './cinema.presenter.ts'

/** Cinema information, and seats for cinema tickets. */
export const cinema = bind(endpoints, ({ cinema: cinemas, cards: { imageUrl } }) => ({
  cinemaList: async (viewer, filter) => {
    const films = await cinemas.films(filter, viewer.kind === 'member' ? viewer.accountId : undefined)
    return { list: films.map((film) => toFilm(film, { language: viewer.language, imageUrl })) }
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
