import type { Clock } from '#server/kit/clock.ts'
import type { Db, DbHandle } from '#server/kit/db.ts'
import { addContent } from './content.ts'
import { giveCredits } from './ledger.ts'
import type { WirePayments } from './wire-payments.ts'

/** The day on which the fixtures' film is shown. */
const DAY = '2035-06-01'
export const FIXTURE_SHOWTIME = 'evening'

const FILM = {
  kind: 'cinemaFilm',
  filmId: 'fixture-film',
  title: { zh_HK: '沉沒跑道', en_US: 'The Drowned Runway' },
  description: { zh_HK: '失蹤客機。', en_US: 'A missing airliner.' },
  genres: ['action'],
  restriction: 'IIA',
  minutes: 131,
  locale: 'yue',
  releaseOn: '2026-01-01',
  programId: 'members',
}
const SHOWTIME = {
  kind: 'showtime',
  showtimeId: FIXTURE_SHOWTIME,
  filmId: 'fixture-film',
  cinemaId: 'harbourfront',
  startsAt: `${DAY}T19:10:00+08:00`,
  locale: 'yue',
  subtitles: ['zh-Hant', 'en'],
  price: 95,
  ticketSeats: 10_000,
}
const ENTRIES = [
  {
    kind: 'cinema',
    cinemaId: 'harbourfront',
    region: 'HK',
    district: { zh_HK: '灣仔', en_US: 'Wan Chai' },
    name: { zh_HK: '海旁影院', en_US: 'Harbourfront Cinema' },
    address: { zh_HK: '駱克道 188 號', en_US: '188 Lockhart Road' },
    bookingURL: 'https://example.com/tickets',
  },
  FILM,
  { ...FILM, filmId: 'fixture-soon', title: { zh_HK: '守燈', en_US: 'The Long Watch' }, releaseOn: '2035-12-01' },
  SHOWTIME,
  { ...SHOWTIME, showtimeId: 'late', startsAt: `${DAY}T23:55:00+08:00`, price: 85, seatsLeft: 6, ticketSeats: 0 },
]

type Deps = Pick<WirePayments, 'cinema'> & { db: DbHandle['db']; clock: Clock }

/** A film in a cinema, and one that is coming. The member `cinemagoer` has a seat, and cinema tickets for more. */
export async function addFixtureCinema({ cinema, db, clock }: Deps, accountId: string): Promise<void> {
  await addContent({ db, clock, parts: [cinema.domainModule.content!] }, ENTRIES)
  await setTelecomPartner(db, accountId)
  await giveCredits({ db, clock }, accountId, 3, { bucket: 'ticket', key: 'fixture cinema' })
  await cinema.redeem(accountId, { showtimeId: FIXTURE_SHOWTIME, submissionId: 'before' })
}

export const setTelecomPartner = (db: Db, accountId: string) =>
  db.updateTable('account').set({ partner: 'clp' }).where('account_id', '=', accountId).execute()
