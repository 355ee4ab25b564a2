import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { userInfo } from '#contract/accounts.ts'
import type { cinemaList, cinemaShowtimes, ticketList } from '#contract/cinema.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { launch } from '../../support/launch.ts'
import { type Member, register, succeed } from './members.ts'
import { world } from './world.ts'

export const filmsOf = async (status: 'showing' | 'coming') =>
  (await succeed<OutputOf<typeof cinemaList>>('/api_v2/cinema/list', { status })).list

/** The showtimes of a film on its second day: nothing of it has begun, even when midnight passes in Hong Kong. */
export async function showtimesTomorrow(programId: string) {
  const { days } = await succeed<OutputOf<typeof cinemaShowtimes>>('/api_v2/cinema/showtimes', { programId })
  const { date } = days[1]!
  return succeed<OutputOf<typeof cinemaShowtimes>>('/api_v2/cinema/showtimes', { programId, date })
}

export const seatsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof ticketList>>('/api_v2/cinema/ticketList', {}, token)).list

export const cinemaTicketsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof userInfo>>('/api/userInfo.action', {}, token)).ticketList
    .filter(({ kind }) => kind === 'cinema')
    .reduce((sum, { count }) => sum + count, 0)

/** A new member whom a code has bound to a telecom partner, with cinema tickets. */
export async function memberWithCinemaTickets(count: number): Promise<Member> {
  const file = join(tmpdir(), `e2e-codes-${randomUUID()}.csv`)
  const batch = ['--kind', 'partner', '--partner', 'hgc', '--tickets', String(count), '--count', '1']
  const args = ['codes', 'make', ...batch, '--name', 'journey', '--reason', 'a journey', '--file', file]
  const command = launch(args, { dataDir: world.dataDir })
  if ((await command.exitCode) !== 0) throw new Error(`no code was made:\n${command.lines.join('\n')}`)
  const [, code] = (await readFile(file, 'utf8')).split('\r\n')
  await rm(file)
  const member = await register('李美玲')
  await succeed('/api/bindPartner.action', { partner: 'hgc', code }, member.token)
  return member
}
