import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { checkLine } from '#server/kit/health.ts'
import type { Log } from '#server/kit/log.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { bookMovement } from './bookings.service.ts'
import { findDueLots, findDueWallets, lockWallet, unlinkWallet } from './ledger.repo.ts'
import type { Balance, Bucket, LedgerDeps, StatementEntry, StatementFilter } from './ledger-model.ts'
import { totalOf } from './ledger.rules.ts'
import {
  type JournalRow,
  type StoredCheck,
  checkPostings,
  findBalance,
  findJournal,
  findLastCheck,
  findOwed,
  findStatement,
  insertCheck,
} from './statements.repo.ts'

export type Ledger = ReturnType<typeof createLedger>

/** The instants say when the first of the credits expire. */
export type Points = {
  pointsMonthly: number
  pointsRecharge: number
  creditsExpireAt?: Temporal.Instant
  monthlyExpireAt?: Temporal.Instant
  rechargeExpireAt?: Temporal.Instant
  ticketList: { kind: 'voucher' | 'cinema'; count: number; expiresAt: Temporal.Instant }[]
}

const TICKET_KINDS: Readonly<Partial<Record<Bucket, 'voucher' | 'cinema'>>> = { voucher: 'voucher', ticket: 'cinema' }

const DUE_EVERY_MS = 60_000
const LINES_MAX = 100_000
const CHECK_HOURS = 24
const WALLETS_AT_ONCE = 500

export function createLedger({ db, reads = db, clock }: LedgerDeps) {
  const gauge: Gauge = {
    name: 'harbour_ledger_differences',
    help: 'Differences that the last check of the ledger found. Anything but 0 needs an operator.',
    read: async () => {
      const last = await findLastCheck(db)
      return last ? [{ value: last.differences.length }] : []
    },
  }
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'lot expiry', everyMs: DUE_EVERY_MS, run: expireDue },
      { name: 'ledger check', everyMs: DUE_EVERY_MS, run: checkDue },
    ],
    personalData: { name: 'wallet', collect, erase },
    gauges: [gauge],
    health: async () => [checkLine('ledger', await findLastCheck(db), clock.now())],
  }
  return { domainModule, balance, points, statement, wholeStatement, journal, check }

  async function balance(accountId: string): Promise<Balance> {
    return findBalance(reads, { accountId, now: clock.now() })
  }

  async function points(accountId: string): Promise<Points> {
    const { spendable } = await balance(accountId)
    const [monthly, recharged] = (['monthly', 'recharged'] as const).map((of) =>
      spendable.filter(({ bucket }) => bucket === of),
    ) as [Balance['spendable'], Balance['spendable']]
    const first = spendable.find(({ bucket }) => bucket === 'monthly' || bucket === 'recharged')
    return {
      pointsMonthly: totalOf(monthly),
      pointsRecharge: totalOf(recharged),
      ...(first && { creditsExpireAt: first.expiresAt }),
      ...(monthly[0] && { monthlyExpireAt: monthly[0].expiresAt }),
      ...(recharged[0] && { rechargeExpireAt: recharged[0].expiresAt }),
      ticketList: spendable.flatMap(({ bucket, amount: count, expiresAt }) => {
        const kind = TICKET_KINDS[bucket]
        return kind ? [{ kind, count, expiresAt }] : []
      }),
    }
  }

  /** Lines of an account's statement, the newest first; `next` is where the following page begins. */
  async function statement(
    accountId: string,
    { limit, before, ...filter }: StatementFilter & { limit: number; before?: number | undefined },
  ): Promise<{ lines: StatementEntry[]; next: number | undefined }> {
    const found = await findStatement(db, { accountId, filter, before, limit: limit + 1 })
    const lines = found.slice(0, limit)
    return { lines, next: found.length > limit ? lines.at(-1)?.postingId : undefined }
  }

  async function wholeStatement(accountId: string, filter: StatementFilter): Promise<StatementEntry[]> {
    return (await findStatement(db, { accountId, filter, limit: LINES_MAX })).toReversed()
  }

  /** The amounts owed are those at the end of the period. */
  async function journal(period: { from: Temporal.Instant; until: Temporal.Instant }): Promise<{
    rows: JournalRow[]
    owedCents: number
    owedGiftCardCents: number
    owedSaleCents: number
    owedReceivedCents: number
    owedRefundCents: number
  }> {
    const { until } = period
    return {
      rows: await findJournal(db, period),
      owedCents: await findOwed(db, { account: 'deferred_credits', until }),
      owedGiftCardCents: await findOwed(db, { account: 'deferred_gift_cards', until }),
      owedSaleCents: await findOwed(db, { account: 'deferred_sales', until }),
      owedReceivedCents: await findOwed(db, { account: 'payments_received', until }),
      owedRefundCents: await findOwed(db, { account: 'refund_hold', until }),
    }
  }

  async function check(): Promise<StoredCheck | undefined> {
    const startMs = performance.now()
    const result = await checkPostings(db)
    if (!result) return undefined
    const stored = { ...result, checkedAt: clock.now(), milliseconds: Math.round(performance.now() - startMs) }
    await insertCheck(db, stored)
    return stored
  }

  async function checkDue({ log }: { log: Log }): Promise<void> {
    const last = await findLastCheck(db)
    const due = last?.checkedAt.add({ hours: CHECK_HOURS })
    if (due && Temporal.Instant.compare(due, clock.now()) > 0) return
    const result = await check()
    if (result && result.differences.length > 0) log.error({ differences: result.differences }, 'the ledger differs')
  }

  async function expireDue({ log }: { log: Log }): Promise<void> {
    const failed = new Set<string>()
    for (;;) {
      const due = await findDueWallets(db, { now: clock.now(), limit: WALLETS_AT_ONCE })
      const walletIds = due.filter((walletId) => !failed.has(walletId))
      if (walletIds.length === 0) return
      for (const walletId of walletIds) {
        try {
          await inTransaction(db, (tx) => expireWallet(tx, walletId))
        } catch (error) {
          failed.add(walletId)
          log.error({ err: error, walletId }, 'expiry failed')
        }
      }
    }
  }

  async function expireWallet(tx: Db, walletId: string): Promise<void> {
    await lockWallet(tx, { walletId })
    const at = clock.now()
    for (const lot of await findDueLots(tx, { walletId, now: at })) {
      const booking = { idempotencyKey: `expire:${lot.lotId}`, actor: 'system', at }
      const described = { booking, kind: 'expire', payload: { lotId: lot.lotId } }
      // Credits of a plan are forfeited; unused credits that were bought are breakage.
      const account = lot.bucket === 'monthly' ? 'forfeited' : 'breakage'
      const lots = [{ lot, amount: -lot.remaining }]
      await bookMovement(tx, described, { walletId, lots, account, centsAccount: account })
    }
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    const { spendable } = await findBalance(db, { accountId, now: clock.now() })
    const lines = await findStatement(db, { accountId, filter: {}, limit: LINES_MAX })
    return {
      balance: spendable,
      statement: lines.map(({ at, kind, subject, bucket, change, balance: after }) => ({
        at,
        kind,
        subject,
        bucket,
        change,
        balance: after,
      })),
    }
  }

  /** The records of money stay for seven years; nothing in them names the person. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await unlinkWallet(tx, accountId)
  }
}
