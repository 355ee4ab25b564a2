import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseContent } from '#server/kit/content-import.ts'
import { A_CINEMA, A_FILM, aShowtime, createCinemaWorld, type CinemaWorld } from '../../../../test/support/cinema.ts'
import { linesOf, said } from '../../../../test/support/content.ts'
import { listingsContent } from './listings-import.service.ts'

const EVENING = '2027-01-06T19:10:00+08:00'

test.each([
  ['a field that there is none of', { ...A_CINEMA, colour: 'red' }, /colour/],
  ['one language only', { ...A_CINEMA, name: { zh_HK: '戲院' } }, /^name\.en_US/],
  ['another region', { ...A_CINEMA, region: 'TW' }, /^region: must be one of HK, MO/],
  [
    'a booking address without TLS',
    { ...A_CINEMA, bookingURL: 'http://example.com/' },
    /^bookingURL: must be an address/,
  ],
  ['a script for an address', { ...A_CINEMA, bookingURL: 'javascript:alert(1)' }, /^bookingURL/],
  ['an address with a user name', { ...A_CINEMA, bookingURL: 'https://a@example.com/' }, /^bookingURL/],
  ['another genre', { ...A_FILM, genres: ['noir'] }, /^genres\.0/],
  ['no genre', { ...A_FILM, genres: [] }, /^genres: must have at least 1/],
  ['another class', { ...A_FILM, restriction: 'IV' }, /^restriction/],
  ['an instant for a day', { ...A_FILM, releaseOn: EVENING }, /^releaseOn: must be a day/],
  ['a language by its name', { ...A_FILM, locale: 'Cantonese' }, /^locale: must be a language code/],
  ['a file for an image', { ...A_FILM, poster: '../poster.webp' }, /^poster: must be an image/],
  ['a day for an instant', aShowtime('a', '2026-12-06'), /^startsAt: must be a time/],
  ['a price of nothing', aShowtime('a', EVENING, { price: 0 }), /^price/],
  ['another format', aShowtime('a', EVENING, { format: '5D' }), /^format/],
  ['fewer seats than none', aShowtime('a', EVENING, { ticketSeats: -1 }), /^ticketSeats: must be at least 0/],
])('says what is wrong with a line: %s', (_, record, message) => {
  const { problems } = said(parseContent(`\n${linesOf([record])}`, [listingsContent]))
  expect(problems).toEqual([{ line: 2, message: expect.stringMatching(message) }])
})

test('an id is in one line only', () => {
  const records = [A_CINEMA, A_FILM, aShowtime('a', EVENING), A_FILM, aShowtime('a', EVENING)]
  expect(said(parseContent(linesOf(records), [listingsContent])).problems).toEqual([
    { line: 4, message: 'cinemaFilm night-film is in line 2 already' },
    { line: 5, message: 'showtime a is in line 3 already' },
  ])
})

let world: CinemaWorld
beforeAll(async () => {
  world = await createCinemaWorld()
})
afterAll(() => world.close())

test('imports all or nothing, once; what has tickets stays where and when it is', async () => {
  const film = { ...A_FILM, programId: 'night' }
  const startsAt = world.later(48)
  const file = [A_CINEMA, film, aShowtime('a', startsAt), aShowtime('b', startsAt, { seatsLeft: 6 })]
  expect(await world.put(...file)).toEqual({ added: 4, changed: 0, unchanged: 0, problems: [] })
  expect(await world.put(...file)).toEqual({ added: 0, changed: 0, unchanged: 4, problems: [] })
  const changed = [A_CINEMA, film, aShowtime('a', startsAt, { price: 80 }), aShowtime('b', startsAt)]
  expect(await world.put(...changed)).toMatchObject({ added: 0, changed: 2, unchanged: 2 })

  const wrong = await world.put(
    aShowtime('c', startsAt.add({ hours: 3 })),
    aShowtime('d', startsAt, { cinemaId: 'nowhere' }),
    aShowtime('e', startsAt, { filmId: 'nothing' }),
    { ...A_FILM, filmId: 'other', programId: 'x' },
  )
  expect(wrong).toMatchObject({ added: 0, changed: 0 })
  expect(wrong.problems).toEqual([
    { line: 2, message: 'cinemaId: there is no cinema nowhere' },
    { line: 3, message: 'filmId: there is no film nothing' },
    { line: 4, message: 'programId: there is no title x' },
  ])
  expect(await world.cinema.knownShowtimes(['a', 'b', 'c'])).toHaveLength(2)

  await world.cinema.redeem(await world.aMember({ tickets: 1 }), { showtimeId: 'a' })
  const refused = [
    [{ ticketSeats: 0 }, 'ticketSeats: can’t be fewer than the seats redeemed already: 1 of a'],
    [{ startsAt: startsAt.add({ hours: 1 }).toString() }, 'a has tickets: withdraw it, and add a new showtime'],
  ] as const
  for (const [change, message] of refused)
    expect((await world.put(aShowtime('a', startsAt, change))).problems).toEqual([{ line: 1, message }])
  expect(await world.put(aShowtime('a', startsAt, { price: 85, withdrawn: true }))).toMatchObject({ changed: 1 })
})

test('a showtime is not added beside another of the same film, cinema and start', async () => {
  const startsAt = world.later(72)
  const startsElsewhere = startsAt.add({ minutes: 1 })
  const taken = { problems: [{ line: 1, message: 'startsAt: the film starts then in this cinema as first already' }] }
  // A file may name two: those of two houses.
  await world.put(A_CINEMA, A_FILM, aShowtime('first', startsAt), aShowtime('second', startsAt))
  expect(await world.put(aShowtime('first', startsAt, { price: 70 }))).toMatchObject({ changed: 1, problems: [] })
  expect(await world.put(aShowtime('copy', startsAt))).toMatchObject(taken)
  expect(await world.put(aShowtime('copy', startsAt.toString().replace('Z', '+00:00')))).toMatchObject(taken)
  expect(await world.put(aShowtime('copy', startsAt), aShowtime('first', startsAt))).toMatchObject(taken)
  expect(await world.put(aShowtime('copy', startsElsewhere))).toMatchObject({ added: 1 })
  expect(await world.put(aShowtime('copy', startsAt))).toMatchObject(taken)

  const gone = ['first', 'second'].map((id) => aShowtime(id, startsAt, { withdrawn: true }))
  expect(await world.put(aShowtime('copy', startsAt), ...gone)).toMatchObject({ changed: 3, problems: [] })
  expect(await world.put(aShowtime('first', startsAt))).toMatchObject({
    problems: [{ line: 1, message: expect.stringContaining('as copy already') }],
  })
})

test('of two operators who copy a day at the same time one adds its showtimes', async () => {
  const startsAt = world.later(96)
  await world.put(A_CINEMA, A_FILM)
  const both = await Promise.all(['mine', 'theirs'].map((id) => world.put(aShowtime(id, startsAt))))
  expect(both.map(({ added }) => added).toSorted()).toEqual([0, 1])
})
