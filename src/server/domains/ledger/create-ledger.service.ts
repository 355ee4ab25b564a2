import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { inTransaction, type Database, type Db, type Tx } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { findBalance, findStatement } from './balances.query.ts'
import { createLedgerCheck } from './check.service.ts'
import { createExpiry } from './expiry.service.ts'
import { findJournal, findOwed, type JournalRow } from './journal.query.ts'
import type { Balance, Bucket, StatementEntry, StatementFilter } from './ledger-model.ts'
import { unlinkWallet } from './ledger.repo.ts'
import { totalOf } from './ledger.rules.ts'

export type LedgerDeps = {
  db: Kysely<Database>
  /** `DbHandle.reads`, for the balance, which every order of a member reads. */
  reads?: Kysely<Database> | undefined
  clock: Clock
}

/** The public API of the ledger; `index.ts` says what it owns. What books takes a transaction and is exported as functions. */
export type Ledger = ReturnType<typeof createLedger>

/** The labels of the account screen. Of all credits, and of each kind, when the first of them expire. */
export type Points = {
  pointsMonthly: number
  pointsRecharge: number
  creditsExpireAt?: Temporal.Instant
  monthlyExpireAt?: Temporal.Instant
  rechargeExpireAt?: Temporal.Instant
  /** Vouchers and cinema tickets by expiry, the first to expire first. */
  ticketList: { kind: 'voucher' | 'cinema'; count: number; expiresAt: Temporal.Instant }[]
}

const TICKET_KINDS: Readonly<Partial<Record<Bucket, 'voucher' | 'cinema'>>> = { voucher: 'voucher', ticket: 'cinema' }

const DUE_EVERY_MS = 60_000
/** Lines of a statement that is exported whole. */
const LINES_MAX = 100_000

export function createLedger({ db, reads, clock }: LedgerDeps) {
  const { expireDue } = createExpiry({ db, clock })
  const { check, checkDue, gauge } = createLedgerCheck({ db, clock })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'lot expiry', everyMs: DUE_EVERY_MS, run: expireDue },
      { name: 'ledger check', everyMs: DUE_EVERY_MS, run: checkDue },
    ],
    personalData: { name: 'wallet', collect, erase },
    gauges: [gauge],
  }
  return {
    ...createReads({ db, reads, clock }),
    domainModule,
    check,

    /** Runs a transaction that books. @throws UNAVAILABLE when a lock was not had within two seconds */
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work),
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    const { spendable } = await findBalance(db, { accountId, now: clock.now() })
    const lines = await findStatement(db, { accountId, filter: {}, limit: LINES_MAX })
    return {
      balance: spendable,
      statement: lines.map(({ at, kind, subject, bucket, change, balance }) => ({
        at,
        kind,
        subject,
        bucket,
        change,
        balance,
      })),
    }
  }

  /** The records of money stay for seven years; nothing in them names the person. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await unlinkWallet(tx, accountId)
  }
}

/** What is read of the ledger. */
function createReads({ db, reads = db, clock }: LedgerDeps) {
  return {
    /** What an account can spend now. */
    balance: (accountId: string): Promise<Balance> => findBalance(reads, { accountId, now: clock.now() }),

    /** The balances of the account screen. */
    async points(accountId: string): Promise<Points> {
      const { spendable } = await findBalance(reads, { accountId, now: clock.now() })
      const credits = spendable.filter(({ bucket }) => bucket === 'monthly' || bucket === 'recharged')
      const of = (wanted: string) => credits.filter(({ bucket }) => bucket === wanted)
      const [monthly, recharged] = [of('monthly'), of('recharged')]
      return {
        pointsMonthly: totalOf(monthly),
        pointsRecharge: totalOf(recharged),
        ...(credits[0] && { creditsExpireAt: credits[0].expiresAt }),
        ...(monthly[0] && { monthlyExpireAt: monthly[0].expiresAt }),
        ...(recharged[0] && { rechargeExpireAt: recharged[0].expiresAt }),
        ticketList: spendable.flatMap(({ bucket, amount: count, expiresAt }) => {
          const kind = TICKET_KINDS[bucket]
          return kind ? [{ kind, count, expiresAt }] : []
        }),
      }
    },

    /** Lines of an account's statement, the newest first; `next` is where the following page begins. */
    async statement(
      accountId: string,
      { limit, before, ...filter }: StatementFilter & { limit: number; before?: number | undefined },
    ): Promise<{ lines: StatementEntry[]; next: number | undefined }> {
      const found = await findStatement(db, { accountId, filter, before, limit: limit + 1 })
      const lines = found.slice(0, limit)
      return { lines, next: found.length > limit ? lines.at(-1)?.postingId : undefined }
    },

    /** Every line of a period, the oldest first. */
    async wholeStatement(accountId: string, filter: StatementFilter): Promise<StatementEntry[]> {
      return (await findStatement(db, { accountId, filter, limit: LINES_MAX })).toReversed()
    },

    /** The bookings of money in a period, and what is owed at its end for unused credits, gift cards, and goods that are not sent. */
    async journal(period: {
      from: Temporal.Instant
      until: Temporal.Instant
    }): Promise<{ rows: JournalRow[]; owedCents: number; owedGiftCardCents: number; owedSaleCents: number }> {
      const { until } = period
      return {
        rows: await findJournal(db, period),
        owedCents: await findOwed(db, { account: 'deferred_credits', until }),
        owedGiftCardCents: await findOwed(db, { account: 'deferred_gift_cards', until }),
        owedSaleCents: await findOwed(db, { account: 'deferred_sales', until }),
      }
    },
  }
}
