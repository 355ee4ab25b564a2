import { createCinema } from '#server/domains/cinema/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { openDb, sql } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestAccounts } from './accounts.ts'
import { importContent } from '#server/kit/content-import.ts'
import { contentOf, linesOf, said } from './content.ts'
import { giveCredits, silentWorker } from './ledger.ts'

export const A_CINEMA = {
  kind: 'cinema',
  cinemaId: 'harbourfront',
  region: 'HK',
  district: { zh_HK: '灣仔', en_US: 'Wan Chai' },
  name: { zh_HK: '海旁影院', en_US: 'Harbourfront Cinema' },
  address: { zh_HK: '駱克道 188 號', en_US: '188 Lockhart Road' },
}
export const A_FILM = {
  kind: 'cinemaFilm',
  filmId: 'night-film',
  title: { zh_HK: '夜渡', en_US: 'Night Crossing' },
  genres: ['drama'],
  restriction: 'IIA',
  minutes: 114,
  locale: 'yue',
  releaseOn: '2026-01-01',
}
/** HK$95; 20 seats for cinema tickets. */
export const aShowtime = (showtimeId: string, startsAt: Temporal.Instant | string, change: object = {}) => ({
  kind: 'showtime',
  showtimeId,
  filmId: 'night-film',
  cinemaId: 'harbourfront',
  startsAt: startsAt.toString(),
  locale: 'yue',
  subtitles: ['zh-Hant', 'en'],
  price: 95,
  ticketSeats: 20,
  ...change,
})

export type CinemaWorld = Awaited<ReturnType<typeof createCinemaWorld>>

/** Cinemas over a new database with the title `night`, and members of a telecom partner with cinema tickets. */
export async function createCinemaWorld({ connections = 5 }: { connections?: number } = {}) {
  const app = await createTestAccounts({
    personalData: () => [cinema, ledger].flatMap(({ domainModule }) => domainModule.personalData ?? []),
  })
  const { clock, messages, url, accounts } = app
  const handle = openDb({ url, max: connections, onError: () => undefined })
  const { db } = handle
  const ledger = createLedger({ db, clock })
  const cinema = createCinema({
    db,
    clock,
    log: createLog({ level: 'silent', role: 'test' }),
    masterKey: Buffer.alloc(32, 7),
    messages,
    isTelecomPartner: (accountId) => accounts.customers.isTelecomPartner(accountId),
  })
  const content = contentOf({ db, clock, parts: [cinema.domainModule.content!] })
  await sql`
    insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
      keyart_image, art_image, state, published_at, created_at, updated_at)
    values ('night', 'movie', 'movie', '夜渡鯉魚門', 'Night Crossing', 'IIA', '{FREE TO WATCH}', 2026, 'abc/night.webp',
      'abc/art.webp', 'published', ${clock.now()}, ${clock.now()}, ${clock.now()})`.execute(db)
  let members = 0

  /** A member with cinema tickets that expire after `days`. */
  async function aMember({ tickets = 0, days = 180, partner = 'hgc' } = {}): Promise<string> {
    const { accountId } = await app.aMember(`9600${String(members++).padStart(4, '0')}`, partner)
    if (tickets > 0) await giveCredits({ db, clock }, accountId, tickets, { bucket: 'ticket', days })
    return accountId
  }

  /** Imports records. @returns what it did */
  const put = async (...entries: object[]) =>
    said(await importContent(content, { content: linesOf(entries), file: 'test', actor: 'operator:ann' }))

  const later = (hours: number) => clock.now().add({ minutes: Math.round(hours * 60) })

  /** Cinema tickets that an account can spend, with the days that they last. */
  async function tickets(accountId: string): Promise<[amount: number, days: number][]> {
    const { spendable } = await ledger.balance(accountId)
    return spendable.map(({ amount, expiresAt }) => [
      amount,
      Math.round(expiresAt.since(clock.now()).total('hours') / 24),
    ])
  }

  const redeemed = async (showtimeId: string) =>
    (await db.selectFrom('showtime').selectAll().where('showtime_id', '=', showtimeId).executeTakeFirstOrThrow())
      .redeemed

  const runDue = async () => {
    for (const { run } of cinema.domainModule.scheduledTasks ?? []) await run(silentWorker)
  }

  const notices = async (accountId: string) =>
    (await messages.list({ accountId, language: 'en_US', page: 1, pageSize: 50 })).list
      .map(({ title }) => title)
      .filter((title) => !title.startsWith('Welcome'))

  return {
    ...app,
    db,
    ledger,
    cinema,
    content,
    aMember,
    put,
    later,
    tickets,
    redeemed,
    runDue,
    notices,
    async close() {
      await handle.close()
      await app.close()
    },
  }
}
