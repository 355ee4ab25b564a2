import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Log } from '#server/kit/log.ts'
import { startTicker } from '#server/kit/ticker.ts'

const EVERY_MS = 60_000

type Workers = { accounts: Accounts; profiles: Profiles; log: Log }

/** Closes accounts whose time has come, and forgets what has lapsed (worker role). @returns how to stop */
export function workAccounts({ accounts, profiles, log }: Workers): () => Promise<void> {
  const work = async () => {
    await accounts.runDue()
    await profiles.runDue()
  }
  const ticker = startTicker(work, { name: 'accounts', everyMs: EVERY_MS, log })
  return () => ticker.stop()
}
