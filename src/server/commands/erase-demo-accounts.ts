import type { Config } from '#server/config.ts'
import { eraseDemoAccounts } from '../../../seed/accounts.ts'
import { withApp } from './with-app.ts'

/** `npm run erase-demo-accounts`: erases the demo accounts that this data folder lists. No start ever does. */
export async function eraseDemoAccountsCommand(config: Config, args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(`npm run erase-demo-accounts takes no arguments (got ${args.join(' ')}).`)
    return 2
  }
  return withApp(config, 'erase-demo-accounts', async (app) => {
    const erased = await eraseDemoAccounts({ ...app.domains, dataDir: config.DATA_DIR })
    console.log(erased === 1 ? '1 demo account erased.' : `${erased} demo accounts erased.`)
    return 0
  })
}
