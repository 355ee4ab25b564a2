import { readDemoAccounts } from '../../seed/accounts.file.ts'
import { readDemoCodes } from '../../seed/codes.file.ts'
import type { App } from './app.ts'
import { allowsDemoAccounts } from './config.rules.ts'

/** The demo accounts with their profiles, as `/dev/accounts` lists them. */
export async function listDemoAccounts({ config, domains }: Pick<App, 'config' | 'domains'>): Promise<object[]> {
  if (!allowsDemoAccounts(config)) return []
  const { accounts, profiles } = domains
  const kept = await readDemoAccounts(config.DATA_DIR)
  return Promise.all(
    kept.map(async (entry) => {
      const account = await accounts.find(`+${entry.areaCode}${entry.mobileno}`)
      const own = account ? await profiles.list({ accountId: account.accountId, sessionId: '' }) : []
      return { ...entry, profiles: own.map(({ profileId, name, kids }) => ({ profileId, name, childrenModel: kids })) }
    }),
  )
}

/** The demo codes. */
export const listDemoCodes = async ({ config }: Pick<App, 'config'>): Promise<object[]> =>
  allowsDemoAccounts(config) ? readDemoCodes(config.DATA_DIR) : []
