import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FILM_NOTICES_MAX } from '#contract/cinema.ts'
import { sql } from '#server/kit/db.ts'
import { A_CINEMA, A_FILM, aShowtime, createCinemaWorld, type CinemaWorld } from '../../../../test/support/cinema.ts'
import { hongKongDay } from '#server/kit/instants.ts'

let world: CinemaWorld
beforeAll(async () => {
  world = await createCinemaWorld()
})
afterAll(() => world.close())
beforeEach(() => world.put(A_CINEMA, A_FILM))
afterEach(() => sql`truncate cinema, cinema_film, showtime, cinema_ticket, cinema_notice`.execute(world.db))

const today = () => hongKongDay(world.clock.now())
const comingFilm = (filmId: string, days: number) => ({
  ...A_FILM,
  filmId,
  releaseOn: today().add({ days }).toString(),
})
const titles = async (...filter: Parameters<CinemaWorld['cinema']['films']>) =>
  (await world.cinema.films(...filter)).map(({ filmId, status }) => `${filmId} ${status}`)

describe('the films', () => {
  test('those with showtimes ahead are shown, those of a later first day are coming', async () => {
    const macau = { ...A_CINEMA, cinemaId: 'taipa', region: 'MO' }
    await world.put(
      macau,
      comingFilm('soon', 1),
      comingFilm('today', 0),
      { ...A_FILM, filmId: 'over' },
      { ...A_FILM, filmId: 'gone', withdrawn: true },
      aShowtime('a', world.later(2)),
      aShowtime('b', world.later(3), { filmId: 'today', cinemaId: 'taipa' }),
      aShowtime('c', world.later(-1), { filmId: 'over' }),
      aShowtime('d', world.later(2), { filmId: 'over', withdrawn: true }),
      aShowtime('e', world.later(2), { filmId: 'gone' }),
    )
    expect((await titles({})).toSorted()).toEqual(['night-film showing', 'soon coming', 'today showing'])
    expect(await titles({ status: 'coming' })).toEqual(['soon coming'])
    expect(await titles({ region: 'MO', status: 'showing' })).toEqual(['today showing'])
    await world.put({ ...macau, withdrawn: true })
    expect(await titles({ status: 'showing' })).toEqual(['night-film showing'])
  })

  test('a film that is a title has its images; its own come first', async () => {
    await world.put({ ...A_FILM, programId: 'night' }, aShowtime('a', world.later(2)))
    const [film] = await world.cinema.films({})
    expect(film).toMatchObject({ posterImage: 'abc/night.webp', artImage: 'abc/art.webp', trailer: null })
    await world.put({ ...A_FILM, programId: 'night', poster: 'def/own.webp' })
    expect((await world.cinema.films({}))[0]).toMatchObject({ posterImage: 'def/own.webp', artImage: 'abc/art.webp' })
  })
})

describe('the showtimes', () => {
  test('of a day in Hong Kong, by cinema in their order, with the days that have some', async () => {
    const at = (days: number, time: string) =>
      today()
        .add({ days })
        .toZonedDateTime({ timeZone: 'Asia/Hong_Kong', plainTime: Temporal.PlainTime.from(time) })
        .toInstant()
    await world.put(
      { ...A_CINEMA, cinemaId: 'first', position: 1 },
      { ...A_CINEMA, position: 2 },
      aShowtime('late', at(2, '00:10')),
      aShowtime('evening', at(1, '23:50')),
      aShowtime('noon', at(1, '12:00'), { cinemaId: 'first', seatsLeft: 0 }),
      aShowtime('morning', at(1, '10:00'), { seatsLeft: 6, price: 80 }),
    )
    const found = await world.cinema.showtimes('night-film', today().add({ days: 1 }))
    expect(found.cinemas.map(({ cinemaId }) => cinemaId)).toEqual(['first', 'harbourfront'])
    expect(
      found.cinemas.map(({ showtimes }) => showtimes.map(({ showtimeId, state }) => `${showtimeId} ${state}`)),
    ).toEqual([['noon full'], ['morning few', 'evening open']])
    expect(found.days.map(({ showtimes }) => showtimes)).toEqual([0, 3, 1, 0, 0, 0, 0])
    expect((await world.cinema.showtimes('night-film')).date).toEqual(today().add({ days: 1 }))
    await expect(world.cinema.showtimes('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // A day that is over leads to the first that has some.
    expect((await world.cinema.showtimes('night-film', today().subtract({ days: 1 }))).date).toEqual(
      today().add({ days: 1 }),
    )
  })
})

describe('tickets', () => {
  test('one cinema ticket is one seat, once for each submission', async () => {
    await world.put(aShowtime('a', world.later(2)))
    const member = await world.aMember({ tickets: 3 })
    const first = await world.cinema.redeem(member, { showtimeId: 'a', submissionId: 'one' })
    expect(first).toMatchObject({ state: 'valid', code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/) })
    expect(await world.cinema.redeem(member, { showtimeId: 'a', submissionId: 'one' })).toEqual(first)
    const second = await world.cinema.redeem(member, { showtimeId: 'a', submissionId: 'two' })
    expect(second.code).not.toBe(first.code)
    expect(await world.tickets(member)).toEqual([[1, 180]])
    expect(await world.redeemed('a')).toBe(2)
    const { list, total } = await world.cinema.ticketsOf({ accountId: member, page: 1, pageSize: 10 })
    expect([total, new Set(list.map(({ code }) => code))]).toEqual([2, new Set([first.code, second.code])])
    const other = await world.aMember()
    expect((await world.cinema.ticketsOf({ accountId: other, page: 1, pageSize: 10 })).total).toBe(0)
  })

  test('the database has no code', async () => {
    await world.put(aShowtime('a', world.later(2)))
    const { code } = await world.cinema.redeem(await world.aMember({ tickets: 1 }), { showtimeId: 'a' })
    const { rows } = await sql<{ row: string }>`select cinema_ticket::text as row from cinema_ticket`.execute(world.db)
    expect(rows[0]!.row).not.toContain(code)
  })

  test.each([
    ['a member without cinema tickets’ partner', 'NOT_ALLOWED', { partner: 'anyplex', tickets: 1 }, 'open'],
    ['a member without a ticket', 'INSUFFICIENT_TICKETS', {}, 'open'],
    ['a showtime that there is none of', 'NOT_FOUND', { tickets: 1 }, 'nothing'],
    ['one that has begun', 'NOT_FOUND', { tickets: 1 }, 'begun'],
    ['one that was taken back', 'NOT_FOUND', { tickets: 1 }, 'withdrawn'],
    ['one without seats for tickets', 'SELLING_FAST', { tickets: 1 }, 'none'],
    ['one that is sold out', 'SELLING_FAST', { tickets: 1 }, 'full'],
  ] as const)('%s is refused, and keeps its ticket', async (_, code, member, showtimeId) => {
    await world.put(
      aShowtime('open', world.later(2)),
      aShowtime('begun', world.later(0)),
      aShowtime('withdrawn', world.later(2), { withdrawn: true }),
      aShowtime('none', world.later(2), { ticketSeats: 0 }),
      aShowtime('full', world.later(2), { seatsLeft: 0 }),
    )
    const accountId = await world.aMember(member)
    const before = await world.tickets(accountId)
    await expect(world.cinema.redeem(accountId, { showtimeId })).rejects.toMatchObject({ code })
    expect(await world.tickets(accountId)).toEqual(before)
  })

  test('an account has four seats in a showtime at most', async () => {
    await world.put(aShowtime('a', world.later(2)))
    const member = await world.aMember({ tickets: 9 })
    for (const submissionId of ['1', '2', '3', '4'])
      await world.cinema.redeem(member, { showtimeId: 'a', submissionId })
    await expect(world.cinema.redeem(member, { showtimeId: 'a', submissionId: '5' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { max: 4 },
    })
    expect(await world.tickets(member)).toEqual([[5, 180]])
  })

  test('an expired ticket buys nothing', async () => {
    await world.put(aShowtime('a', world.later(72)))
    const member = await world.aMember({ tickets: 1, days: 1 })
    world.clock.advance('PT24H')
    await expect(world.cinema.redeem(member, { showtimeId: 'a' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_TICKETS',
    })
  })

  test.each([
    ['the showtime', (at: Temporal.Instant) => aShowtime('a', at, { withdrawn: true })],
    ['its cinema', () => ({ ...A_CINEMA, withdrawn: true })],
    ['its film', () => ({ ...A_FILM, withdrawn: true })],
  ])(
    '%s is taken back: the ticket is in the account again with its expiry, and the member is told, once',
    async (_, change) => {
      const startsAt = world.later(48)
      await world.put(aShowtime('a', startsAt))
      const member = await world.aMember({ tickets: 1, days: 90 })
      const ticket = await world.cinema.redeem(member, { showtimeId: 'a' })
      await world.runDue()
      expect(await world.tickets(member)).toEqual([])
      await world.put(change(startsAt))
      await Promise.all([world.runDue(), world.runDue()])
      await world.runDue()
      expect(await world.tickets(member)).toEqual([[1, 90]])
      expect(await world.notices(member)).toEqual(['Showtime cancelled'])
      expect(await world.redeemed('a')).toBe(0)
      const { list } = await world.cinema.ticketsOf({ accountId: member, page: 1, pageSize: 10 })
      expect(list).toMatchObject([{ ticketId: ticket.ticketId, state: 'returned' }])
    },
  )

  test('a record that is tidied up a day after its showtime returns nothing', async () => {
    const startsAt = world.later(2)
    await world.put(aShowtime('a', startsAt))
    const member = await world.aMember({ tickets: 1 })
    await world.cinema.redeem(member, { showtimeId: 'a' })
    world.clock.advance('PT26H')
    await world.put(aShowtime('a', startsAt, { withdrawn: true }))
    await world.runDue()
    expect(await world.tickets(member)).toEqual([])
  })

  test('an erased member leaves its seat without a name', async () => {
    await world.put(aShowtime('a', world.later(2)), comingFilm('soon', 3))
    const member = await world.aMember({ tickets: 1 })
    await world.cinema.redeem(member, { showtimeId: 'a' })
    await world.cinema.notify(member, { filmId: 'soon', wanted: true })
    const { personalData } = world.cinema.domainModule
    const person = { accountId: member, number: '', email: '' }
    expect(await personalData!.collect(person, 'en_US')).toMatchObject({
      tickets: [{ film: 'Night Crossing', cinema: 'Harbourfront Cinema', state: 'valid' }],
      waitsFor: ['soon'],
    })
    await world.db.transaction().execute((tx) => personalData!.erase(tx, person))
    expect(await world.redeemed('a')).toBe(1)
    expect(await personalData!.collect(person, 'en_US')).toEqual({ tickets: [], waitsFor: [] })
  })
})

describe('notices', () => {
  const tell = async (member: string) => {
    await Promise.all([world.runDue(), world.runDue()])
    return world.notices(member)
  }

  test('those who wait are told once, at ten on the first day', async () => {
    await world.put(comingFilm('soon', 2))
    const [member, other] = [await world.aMember(), await world.aMember({ partner: 'anyplex' })]
    for (const accountId of [member, other, member])
      await world.cinema.notify(accountId, { filmId: 'soon', wanted: true })
    await world.cinema.notify(other, { filmId: 'soon', wanted: false })
    expect((await world.cinema.films({}, member))[0]).toMatchObject({ filmId: 'soon', notify: true })
    expect((await world.cinema.films({}, other))[0]).toMatchObject({ notify: false })
    const ten = today().add({ days: 2 }).toZonedDateTime({ timeZone: 'Asia/Hong_Kong', plainTime: '10:00' }).toInstant()
    world.clock.advance(world.clock.now().until(ten).subtract({ seconds: 1 }).toString())
    expect(await tell(member)).toEqual([])
    world.clock.advance('PT1S')
    expect(await tell(member)).toEqual(['Now in cinemas'])
    expect(await tell(member)).toEqual(['Now in cinemas'])
    expect(await tell(other)).toEqual([])
  })

  test('is told as soon as showtimes are published that were not there', async () => {
    await world.put(comingFilm('soon', 9), aShowtime('preview', world.later(100), { filmId: 'soon' }))
    world.clock.advance('PT1S')
    const member = await world.aMember()
    await world.cinema.notify(member, { filmId: 'soon', wanted: true })
    expect(await tell(member)).toEqual([])
    world.clock.advance('PT1S')
    await world.put(aShowtime('another', world.later(200), { filmId: 'soon' }))
    expect(await tell(member)).toEqual(['Now in cinemas'])
  })

  test('a film that is shown, or is none, and one too many are refused', async () => {
    await world.put(aShowtime('a', world.later(2)))
    const member = await world.aMember()
    const wait = (filmId: string) => world.cinema.notify(member, { filmId, wanted: true })
    await expect(wait('night-film')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(wait('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.put(...Array.from({ length: FILM_NOTICES_MAX + 1 }, (_, n) => comingFilm(`soon-${n}`, 5)))
    for (let n = 0; n < FILM_NOTICES_MAX; n++) await wait(`soon-${n}`)
    await expect(wait(`soon-${FILM_NOTICES_MAX}`)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
