import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { eraseDemoAccounts } from '../../../seed/accounts.ts'
import { masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'

/** `npm run erase-demo-accounts`: erases the demo accounts that this data folder lists. No start ever does. */
export async function eraseDemoAccountsCommand(config: Config, args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(`npm run erase-demo-accounts takes no arguments (got ${args.join(' ')}).`)
    return 2
  }
  return withDatabase(config, 'npm run erase-demo-accounts', async (databaseUrl) => {
    const log = createLog({ level: config.LOG_LEVEL, role: 'erase-demo-accounts' })
    const masterKey = await masterKeyOf(config)
    const app = await createApp({ config, log, clock: systemClock, databaseUrl, masterKey, queue: idleQueue })
    try {
      const erased = await eraseDemoAccounts({ ...app.domains, dataDir: config.DATA_DIR })
      console.log(erased === 1 ? '1 demo account erased.' : `${erased} demo accounts erased.`)
    } finally {
      await app.close()
    }
    return 0
  })
}
