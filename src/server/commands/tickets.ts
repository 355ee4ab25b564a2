import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { type Arguments, defineCommand, text } from './command.ts'
import { runOnApp } from './with-app.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

export const TICKETS = defineCommand({
  name: 'tickets',
  actions: {
    list: { help: 'prints the showtimes that members have seats in for cinema tickets, the next first.' },
    codes: {
      positionals: { showtimeId: { kind: text, shown: '<showtime>' } },
      audited: { reason: 'counter' },
      help: 'prints the codes of one, for the cinema’s counter; written to audit_entry.',
    },
    check: { positionals: { code: { kind: text } }, help: 'says what a code is for.' },
  },
})

type Taken = Awaited<ReturnType<Domains['cinema']['counter']['taken']>>[number]

function formatTaken({ showtimeId, film, cinema, startsAt, tickets }: Taken): string {
  const at = startsAt.toZonedDateTimeISO(HONG_KONG)
  const when = `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
  return `${showtimeId}  ${when}  ${film}, ${cinema}; ${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}`
}

export async function runTickets(
  { cinema: { counter } }: Pick<Domains, 'cinema'>,
  given: Arguments<typeof TICKETS>,
): Promise<string[]> {
  switch (given.action) {
    case 'list': {
      const taken = await counter.taken()
      return taken.length > 0 ? taken.map(formatTaken) : ['No showtime has tickets.']
    }
    case 'check':
      return [formatTaken(await counter.check(given.code))]
    case 'codes': {
      const codes = await counter.codesOf(given.showtimeId, given)
      return codes.length > 0 ? codes : ['No tickets have been taken for it.']
    }
  }
}

export const ticketsCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(TICKETS, { config, args }, ({ domains }, given) => runTickets(domains, given))
