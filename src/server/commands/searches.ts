import { parseArgs } from 'node:util'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage: npm run searches -- [--days 7] [--limit 50]

Prints what was searched for and found nothing, the most frequent first: how often, when last, in which language of the site, and the
words as they are compared. Nobody's number or address is in it, nor who searched.
`

export type SearchesCommand = { readonly days: number; readonly limit: number }

const DAYS_MAX = 90
const LIMIT_MAX = 1_000

/** The arguments of the command; undefined when they are wrong. */
export function readSearchesCommand(args: readonly string[]): SearchesCommand | undefined {
  const options = { days: { type: 'string' }, limit: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  if (positionals.length > 0 || Object.keys(values).some((name) => !(name in options))) return undefined
  const { days = '7', limit = '50' } = values
  // An option without its value is true.
  if (typeof days !== 'string' || typeof limit !== 'string') return undefined
  const command = { days: Number(days), limit: Number(limit) }
  const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most
  return isWithin(command.days, DAYS_MAX) && isWithin(command.limit, LIMIT_MAX) ? command : undefined
}

/** The lines to print. */
export async function listSearches({ search }: Pick<Domains, 'search'>, command: SearchesCommand): Promise<string[]> {
  const missed = await search.terms.missed(command)
  if (missed.length === 0) return ['Every search found something.']
  return missed.map(
    ({ searches, lastDay, language, key }) =>
      `${String(searches).padStart(6)}  ${lastDay.toString()}  ${language}  ${key === '' ? '(not kept)' : key}`,
  )
}

/** `npm run searches`: what found nothing. */
export async function searchesCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = readSearchesCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'searches', async (app) => {
    for (const line of await listSearches(app.domains, command)) console.log(line)
    return 0
  })
}
