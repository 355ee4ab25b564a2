import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'

const USAGE = `Usage:
  npm run ledger -- check   adds all postings again and compares balances, lots and rentals with them
`

/** `npm run ledger -- check`: exits with 1 when the ledger differs from its postings. */
export async function ledgerCommand(config: Config, args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== 'check') {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withDatabase(config, 'npm run ledger', async (databaseUrl) => {
    const log = createLog({ level: config.LOG_LEVEL, role: 'ledger' })
    const masterKey = await masterKeyOf(config)
    const app = await createApp({ config, log, clock: systemClock, databaseUrl, masterKey, queue: idleQueue })
    try {
      const result = await app.domains.ledger.check()
      if (!result) {
        console.error('Another check is running. Try again later.')
        return 1
      }
      const differences = [...result.differences, ...(await app.domains.rentals.differences())]
      console.log(`${result.postings} postings added again in ${(result.milliseconds / 1000).toFixed(1)} s.`)
      console.log(differences.length === 0 ? 'The ledger agrees with its postings.' : differences.join('\n'))
      return differences.length === 0 ? 0 : 1
    } finally {
      await app.close()
    }
  })
}
