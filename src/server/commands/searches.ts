import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { type Arguments, defineCommand, wholeNumber } from './command.ts'
import { runOnApp } from './with-app.ts'

export const SEARCHES = defineCommand({
  name: 'searches',
  actions: {
    '': {
      help: `Prints what was searched for and found nothing, the most frequent first: how often, when last, in which language of the site, and the
words as they are compared. It names no member, number or address.`,
      options: {
        days: { kind: wholeNumber({ min: 1, max: 90 }), fallback: '7', help: 'the last days' },
        limit: { kind: wholeNumber({ min: 1, max: 1_000 }), fallback: '50', help: 'the lines' },
      },
    },
  },
})

export async function listSearches(
  { search }: Pick<Domains, 'search'>,
  command: Arguments<typeof SEARCHES>,
): Promise<string[]> {
  const missed = await search.terms.missed(command)
  if (missed.length === 0) return ['Every search found something.']
  return missed.map(
    ({ searches, lastDay, language, key }) =>
      `${String(searches).padStart(6)}  ${lastDay.toString()}  ${language}  ${key === '' ? '(not kept)' : key}`,
  )
}

export const searchesCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(SEARCHES, { config, args }, ({ domains }, given) => listSearches(domains, given))
