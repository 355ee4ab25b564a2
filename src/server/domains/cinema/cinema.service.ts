import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createReturns } from './cancelled-showtimes.service.ts'
import type { CinemaDeps } from './cinema-deps.ts'
import { createFilms } from './films.service.ts'
import { findKnownShowtimes, isEmpty } from './listings-import.repo.ts'
import { listingsContent } from './listings-import.service.ts'
import { deleteNotices, findNotices } from './notices.repo.ts'
import { unlinkTickets } from './tickets.repo.ts'
import { createTickets } from './tickets.service.ts'

export type CinemaListings = ReturnType<typeof createCinema>

const DUE_EVERY_MS = 60_000
/** Tickets in an export; above what any account has. */
const EXPORT_MAX = 10_000

/** The public API of cinema; `index.ts` says what it owns. */
export function createCinema(deps: CinemaDeps) {
  const { db } = deps
  const { sendNotices, ...films } = createFilms(deps)
  const tickets = createTickets(deps)
  const { returnCancelled } = createReturns(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'films in the cinemas', everyMs: DUE_EVERY_MS, run: sendNotices },
      { name: 'cancelled showtimes', everyMs: DUE_EVERY_MS, run: returnCancelled },
    ],
    personalData: { name: 'cinema', collect, erase },
    content: listingsContent,
  }
  return {
    ...films,
    ...tickets,
    /** Whether there has never been a cinema. */
    isEmpty: () => isEmpty(db),
    /** Those of these ids that exist. */
    knownShowtimes: (showtimeIds: readonly string[]) => findKnownShowtimes(db, showtimeIds),
    domainModule,
  }

  /** The tickets of an account, and the films that it waits for. Codes are left out: they open a seat. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { list } = await tickets.ticketsOf({ accountId, page: 1, pageSize: EXPORT_MAX })
    return {
      tickets: list.map(({ filmTitle, cinema, showtime, state, redeemedAt, returnedAt }) => ({
        film: filmTitle[language],
        cinema: cinema.name[language],
        startsAt: showtime.startsAt,
        state,
        redeemedAt,
        returnedAt,
      })),
      waitsFor: await findNotices(db, accountId),
    }
  }

  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await deleteNotices(tx, accountId)
    await unlinkTickets(tx, accountId)
  }
}
