import type { Config } from '#server/config.ts'
import { countOpen, requeueFailed } from '#server/domains/webhooks/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { withDatabase } from './migrate.ts'

const USAGE = `Usage:
  npm run webhooks -- list              failed webhook events, by provider
  npm run webhooks -- retry <provider>  processes a provider's failed events again
`

/** `npm run webhooks`: lists webhook events that were given up, and makes them due again. */
export async function webhooksCommand(config: Config, [verb, provider, ...rest]: readonly string[]): Promise<number> {
  const isList = verb === 'list' && provider === undefined
  const isRetry = verb === 'retry' && provider !== undefined && rest.length === 0
  if (!isList && !isRetry) {
    console.error(USAGE)
    return verb === '--help' ? 0 : 2
  }
  return withDatabase(config, 'npm run webhooks', async (url) => {
    const database = openDb({ url, max: 2 })
    try {
      if (isRetry) {
        const count = await requeueFailed(database.db, { provider, at: systemClock.now() })
        console.log(`${count} failed events of ${provider} will be processed again.`)
        return 0
      }
      const failed = (await countOpen(database.db)).filter(({ state }) => state === 'failed')
      console.log(
        failed.map(({ provider: name, count }) => `${name}: ${count} failed`).join('\n') || 'No failed events.',
      )
      return 0
    } finally {
      await database.close()
    }
  })
}
