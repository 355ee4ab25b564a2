import { inTransaction } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Messages } from '../messages/index.ts'
import type { LedgerDeps } from './ledger-model.ts'
import { findUntoldWallets, tellLapsing, lockWallet } from './ledger.repo.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

const DUE_EVERY_MS = 10 * 60_000
const WALLETS_AT_ONCE = 500
const DAYS_BEFORE = 7

/** Tells members once of each lot whose credits lapse within seven days. Several workers may run it concurrently. */
export function createLapseNotices({ db, clock, messages }: LedgerDeps & { messages: Pick<Messages, 'post'> }) {
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'lapse notices', everyMs: DUE_EVERY_MS, run: tellDue }],
  }
  return { domainModule, tellDue }

  async function tellDue({ log }: { log: Log }): Promise<void> {
    const failed: string[] = []
    for (;;) {
      const walletIds = await findUntoldWallets(db, { ...span(), except: failed, limit: WALLETS_AT_ONCE })
      if (walletIds.length === 0) return
      for (const walletId of walletIds) {
        try {
          await tellWallet(walletId)
        } catch (error) {
          failed.push(walletId)
          log.error({ err: error, walletId }, 'lapse notice failed')
        }
      }
    }
  }

  async function tellWallet(walletId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, { walletId })
      for (const { accountId, credits, expiresAt, bucket } of await tellLapsing(tx, { walletId, ...span() })) {
        if (accountId === null) continue
        await messages.post(tx, {
          accountId,
          template: 'creditsLapse',
          params: { credits, bucket, ...lastMinute(expiresAt) },
        })
      }
    })
  }

  function span() {
    const now = clock.now()
    return { now, until: now.add({ hours: DAYS_BEFORE * 24 }) }
  }
}

/** Credits that lapse at 00:00 last until 23:59. */
function lastMinute(expiresAt: Temporal.Instant): { day: string; time: string } {
  const last = expiresAt.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(HONG_KONG)
  return { day: last.toPlainDate().toString(), time: last.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
