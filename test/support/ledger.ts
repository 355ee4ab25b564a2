import type { Kysely } from 'kysely'
import { createLedger, type Bucket, creditLot, type LedgerAccount, walletOf } from '#server/domains/ledger/index.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { type Database, type Db, inTransaction } from '#server/kit/db.ts'
import type { Clock } from '#server/kit/clock.ts'
import { createTestAccounts } from './accounts.ts'

export type LedgerApp = Awaited<ReturnType<typeof createTestLedger>>

let keys = 0

/** A key that nothing else was booked under. */
export const aKey = (): string => `test:${keys++}`

export const silentWorker = { queue: idleQueue, log: createLog({ level: 'silent', role: 'test' }) }

type GivenLot = { bucket?: Bucket; days?: number; cents?: number; key?: string }

/** Grants credits that expire after `days`, 365 by default. */
export async function giveCredits(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  accountId: string,
  amount: number,
  { bucket = 'recharged', days = 365, cents = 0, key = aKey() }: GivenLot = {},
): Promise<{ walletId: string; lotId: number; transferId: number }> {
  return inTransaction(db, async (tx) => {
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    const paid = cents > 0 ? { backingCents: cents, paidInto: 'provider:test' as LedgerAccount } : {}
    const expiresAt = at.add({ hours: days * 24 })
    const booking = { idempotencyKey: key, actor: 'system', at }
    return {
      walletId,
      ...(await creditLot(tx, { ...booking, walletId, bucket, amount, expiresAt, kind: 'test', ...paid })),
    }
  })
}

/** The ledger with accounts over a new database. */
export async function createTestLedger() {
  const app = await createTestAccounts()
  const ledger = createLedger(app)
  let members = 0
  const anAccount = async () => (await app.aMember(`9300${String(members++).padStart(4, '0')}`)).accountId
  const give = (accountId: string, amount: number, lot: GivenLot = {}) => giveCredits(app, accountId, amount, lot)
  /** Runs the domain's due work. */
  const runDue = async () => {
    for (const { run } of ledger.domainModule.scheduledTasks ?? []) await run(silentWorker)
  }
  /** What an account can spend, by bucket and days left. */
  const balance = async (accountId: string) => {
    const { spendable } = await ledger.balance(accountId)
    return spendable.map(({ bucket, amount, expiresAt }) => [
      bucket,
      amount,
      Math.round(expiresAt.since(app.clock.now()).total('hours') / 24),
    ])
  }
  const book = <T>(work: (tx: Db) => Promise<T>) => inTransaction(app.db, work)
  /** The sums of the service's accounts, by commodity. */
  const sums = async () => {
    const rows = await app.db
      .selectFrom('posting')
      .select(({ fn }) => ['ledger_account', 'commodity', fn.sum<string>('amount').as('total')])
      .where('wallet_id', 'is', null)
      .groupBy(['ledger_account', 'commodity'])
      .orderBy('ledger_account')
      .orderBy('commodity')
      .execute()
    return Object.fromEntries(rows.map((row) => [`${row.ledger_account} ${row.commodity}`, Number(row.total)]))
  }
  return { ...app, ledger, anAccount, give, runDue, balance, book, sums }
}
