import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import { A_CINEMA, A_FILM, aShowtime, createCinemaWorld, type CinemaWorld } from '../../../../test/support/cinema.ts'

const AT_ONCE = 20
const ROUNDS = isFull ? 50 : 3

let world: CinemaWorld
beforeAll(async () => {
  world = await createCinemaWorld({ connections: 10 })
  await world.put(A_CINEMA, A_FILM)
})
afterAll(() => world.close())

const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code))
const many = <T>(work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => work(n)))

test('one ticket, redeemed twenty times at once, is one seat', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const showtimeId = `ticket-${round}`
    await world.put(aShowtime(showtimeId, world.later(2 + round / 60)))
    const member = await world.aMember({ tickets: 1 })
    const outcomes = await many((n) => world.cinema.redeem(member, { showtimeId, submissionId: `s${n}` }))
    expect(codesOf(outcomes).toSorted()).toEqual([...Array<string>(AT_ONCE - 1).fill('INSUFFICIENT_TICKETS'), 'done'])
    expect([await world.redeemed(showtimeId), await world.tickets(member)]).toEqual([1, []])
  }
})

test('one request, sent twenty times at once, is one seat with one code', async () => {
  await world.put(aShowtime('same', world.later(4)))
  const member = await world.aMember({ tickets: 5 })
  const outcomes = await many(() => world.cinema.redeem(member, { showtimeId: 'same', submissionId: 'one' }))
  const codes = outcomes.map((one) => one.status === 'fulfilled' && one.value.code)
  expect([new Set(codes).size, codes[0]]).toEqual([1, expect.any(String)])
  expect([await world.redeemed('same'), await world.tickets(member)]).toEqual([1, [[4, 180]]])
})

test('of twenty members three get the last three seats; the others keep their tickets', async () => {
  const members = await Promise.all(Array.from({ length: AT_ONCE }, () => world.aMember({ tickets: ROUNDS })))
  for (let round = 0; round < ROUNDS; round++) {
    const showtimeId = `last-${round}`
    await world.put(aShowtime(showtimeId, world.later(5 + round / 60), { ticketSeats: 3 }))
    const codes = codesOf(await many((n) => world.cinema.redeem(members[n]!, { showtimeId })))
    expect(codes.toSorted()).toEqual([...Array<string>(AT_ONCE - 3).fill('SELLING_FAST'), 'done', 'done', 'done'])
    expect(await world.redeemed(showtimeId)).toBe(3)
  }
  const left = await Promise.all(members.map((member) => world.tickets(member)))
  expect(left.flat().reduce((sum, [amount]) => sum + amount, 0)).toBe((AT_ONCE - 3) * ROUNDS)
})

test('a showtime that is taken back while it is redeemed keeps no ticket', async () => {
  const members = await Promise.all(Array.from({ length: AT_ONCE }, () => world.aMember({ tickets: 1 })))
  const startsAt = world.later(7)
  await world.put(aShowtime('cancelled', startsAt))
  const [outcomes] = await Promise.all([
    many((n) => world.cinema.redeem(members[n]!, { showtimeId: 'cancelled' })),
    // Its line is refused while more seats are redeemed than it keeps: it keeps all.
    world.put(aShowtime('cancelled', startsAt, { withdrawn: true })),
    world.runDue(),
  ])
  expect(new Set([...codesOf(outcomes), 'done', 'NOT_FOUND'])).toEqual(new Set(['done', 'NOT_FOUND']))
  await Promise.all([world.runDue(), world.runDue()])
  for (const member of members) expect(await world.tickets(member)).toEqual([[1, 180]])
  expect(await world.redeemed('cancelled')).toBe(0)
})
