import type { Config } from '#server/config.ts'
import { eraseDemoAccounts } from '../../../seed/accounts.ts'
import { defineCommand } from './command.ts'
import { runOnApp } from './with-app.ts'

const ERASE_DEMO_ACCOUNTS = defineCommand({
  name: 'erase-demo-accounts',
  actions: { '': { help: 'Erases the demo accounts that this data folder lists. No start ever does.' } },
})

export const eraseDemoAccountsCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(ERASE_DEMO_ACCOUNTS, { config, args }, async ({ domains: { accounts, sales } }) => {
    const erased = await eraseDemoAccounts({ accounts, sales, dataDir: config.DATA_DIR })
    return [erased === 1 ? '1 demo account erased.' : `${erased} demo accounts erased.`]
  })
