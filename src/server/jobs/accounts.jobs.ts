import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Log } from '#server/kit/log.ts'
import { startTicker } from '#server/kit/ticker.ts'

const EVERY_MS = 60_000

/** Closes accounts whose time has come, and forgets what has lapsed (worker role). @returns how to stop */
export function workAccounts({ accounts, log }: { accounts: Accounts; log: Log }): () => Promise<void> {
  const ticker = startTicker(() => accounts.runDue(), { name: 'accounts', everyMs: EVERY_MS, log })
  return () => ticker.stop()
}
