import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Domains } from '#server/app.ts'
import { A_CINEMA, A_FILM, aShowtime, createCinemaWorld, type CinemaWorld } from '../../../test/support/cinema.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { readArguments, UsageError } from './command.ts'
import { TICKETS, runTickets } from './tickets.ts'

let world: CinemaWorld
beforeAll(async () => {
  world = await createCinemaWorld()
  await world.put(A_CINEMA, A_FILM, aShowtime('a', world.later(5)), aShowtime('b', world.later(6)))
})
afterAll(() => world.close())

test.each([
  ['nothing', []],
  ['another action', ['use', 'A1']],
  ['no showtime', ['codes']],
  ['no code', ['check']],
  ['two codes', ['check', 'A1', 'A2']],
  ['a showtime to list', ['list', 'a']],
  ['a reason to list', ['list', '--reason', 'x']],
  ['an empty reason', ['codes', 'a', '--reason', ' ']],
  ['an unknown option', ['codes', 'a', '--force']],
])('the command tickets refuses %s', (_, args) => {
  expect(() => readArguments(TICKETS, args)).toThrow(UsageError)
})

const run = async (...args: string[]) =>
  (await runTickets({ cinema: world.cinema } as Pick<Domains, 'cinema'>, readArguments(TICKETS, args))).join('\n')

test('the codes of a showtime are listed for its counter, and checked', async () => {
  expect(await run('list')).toBe('No showtime has tickets.')
  const members = [await world.aMember({ tickets: 1 }), await world.aMember({ tickets: 1 })]
  const tickets = await Promise.all(members.map((member) => world.cinema.redeem(member, { showtimeId: 'a' })))
  const [first, second] = tickets.map(({ code }) => code).toSorted()
  expect(await run('list')).toMatch(
    /^a {2}20\d\d-\d\d-\d\d \d\d:\d\d {2}Night Crossing, Harbourfront Cinema; 2 tickets$/,
  )
  expect(await run('codes', 'a', '--operator', 'ann')).toBe(`${first}\n${second}`)
  expect(await run('codes', 'b')).toBe('No tickets have been taken for it.')
  const spoken = first!.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1 ')
  expect(await run('check', spoken)).toMatch(/^a {2}/)
  expect(await refusedWith(run('check', '000000000000'))).toContain('not a valid ticket code')
  expect(await refusedWith(run('codes', 'nothing'))).toBe('There is no showtime nothing.')
  const entries = await world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'list ticket codes')
    .execute()
  expect(entries.map(({ actor, subject }) => `${actor} ${subject}`)).toContain('operator:ann a')
  expect(JSON.stringify(entries)).not.toContain(first)
})
