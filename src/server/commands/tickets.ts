import { parseArgs } from 'node:util'
import { AppError } from '#contract/errors.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run tickets -- list
  npm run tickets -- codes SHOWTIME [--reason "…"]
  npm run tickets -- check CODE

list prints the showtimes that members have seats in for cinema tickets, the next first; codes prints the codes of one, for the cinema's
counter; check says what a code is for.
  --operator   who does it: the account of this computer by default
codes is written to audit_entry.
`

export type TicketsCommand =
  | { readonly action: 'list' }
  | { readonly action: 'check'; readonly code: string }
  | { readonly action: 'codes'; readonly showtimeId: string; readonly actor: string; readonly reason: string }

/** The arguments of the command; undefined when they are wrong. */
export function readTicketsCommand(args: readonly string[]): TicketsCommand | undefined {
  const options = { operator: { type: 'string' }, reason: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const { operator, reason, ...unknown } = values as Record<string, unknown>
  const [action, subject, ...rest] = positionals
  const isText = (value: unknown) => value === undefined || (typeof value === 'string' && value.trim() !== '')
  if (rest.length > 0 || Object.keys(unknown).length > 0 || ![operator, reason].every(isText)) return undefined
  const hasOptions = operator !== undefined || reason !== undefined
  if (action === 'list') return subject === undefined && !hasOptions ? { action } : undefined
  if (subject === undefined) return undefined
  if (action === 'check') return hasOptions ? undefined : { action, code: subject }
  if (action !== 'codes') return undefined
  const actor = actorOf(typeof operator === 'string' ? operator : undefined)
  return { action, showtimeId: subject, actor, reason: typeof reason === 'string' ? reason.trim() : 'counter' }
}

type Taken = Awaited<ReturnType<Domains['cinema']['counter']['taken']>>[number]

/** One line for a showtime. */
export function formatTaken({ showtimeId, film, cinema, startsAt, tickets }: Taken): string {
  const at = startsAt.toZonedDateTimeISO('Asia/Hong_Kong')
  const when = `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
  return `${showtimeId}  ${when}  ${film}, ${cinema}; ${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}`
}

/** Does what the command says. @returns the lines to print @throws CommandError */
export async function runTickets(
  { cinema: { counter } }: Pick<Domains, 'cinema'>,
  command: TicketsCommand,
): Promise<string[]> {
  const orRefuse = (sentence: string) => (cause: unknown) => {
    throw cause instanceof AppError ? new CommandError(sentence, { cause }) : cause
  }
  if (command.action === 'list') {
    const taken = await counter.taken()
    return taken.length > 0 ? taken.map(formatTaken) : ['No showtime has tickets.']
  }
  if (command.action === 'check')
    return [formatTaken(await counter.check(command.code).catch(orRefuse('This is no valid ticket code.')))]
  const { showtimeId } = command
  const codes = await counter.codesOf(showtimeId, command).catch(orRefuse(`There is no showtime ${showtimeId}.`))
  return codes.length > 0 ? codes : ['Nobody has a ticket for it.']
}

/** `npm run tickets`: seats in cinemas for cinema tickets. */
export async function ticketsCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = readTicketsCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'tickets', async (app) => {
    for (const line of await runTickets(app.domains, command)) console.log(line)
    return 0
  })
}
