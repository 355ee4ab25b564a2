import type { Gauge } from '#server/kit/gauge.ts'
import { casesLine, checkLine, type HealthLine } from '#server/kit/health.ts'
import type { CaseCause } from '#contract/admin/payments.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import {
  type CaseQuery,
  countCases,
  findCases,
  findListingCases,
  listCases,
  type ListedCase,
  type PaymentCase,
} from './cases.query.ts'
import { RUNNING_DAYS, UNCLAIMED_DAYS } from './payment-orders.rules.ts'
import { findCheck, storeCheck } from './payment-work.repo.ts'
import type { PaymentsDeps } from './ports.ts'

const UNDELIVERED_MINUTES = 10
const LISTED_DAYS = 60
const CHECK_HOURS = 1
/** Of each kind: beyond it, the number says nothing more. */
const CASES_COUNTED = 1_000

const CAUSES: Readonly<Record<string, readonly CaseCause[]>> = {
  review: ['review'],
  undelivered: ['undelivered'],
  paidAgain: ['paid again'],
  chargedBack: ['refunded and charged back'],
  failedRefunds: ['refund failed', 'refund returned'],
  doubtfulRefunds: ['refund in doubt'],
  unfinishedRefunds: ['refund unfinished'],
  lateRefunds: ['refunded late'],
  listing: ['unknown payment', 'unknown refund', 'listed otherwise', 'payment not listed', 'refund not listed'],
}

export function createCases({ db, clock, log, differences: findDifferences }: PaymentsDeps) {
  const gauges: Gauge[] = [
    {
      name: 'harbour_payments_attention',
      help: 'Payments that an operator must look at: under review, paid and undelivered, paid twice, charged back after a refund, refund refused, not claimed, in doubt, not finished, or carried out after it had failed, and what differs from the listing of a provider. At most 1 000 of each.',
      labels: ['cause'],
      read: async () => {
        const found = await counted()
        return Object.entries(CAUSES).map(([cause, of]) => ({
          value: of.reduce((sum, one) => sum + (found.get(one) ?? 0), 0),
          labels: { cause },
        }))
      },
    },
    {
      name: 'harbour_payments_differences',
      help: 'Orders of which the ledger holds another sum than was paid and neither delivered nor returned, by the last check. Anything but 0 needs an operator.',
      read: async () => {
        const last = await findCheck(db)
        return last ? [{ value: last.differences.length }] : []
      },
    },
  ]
  return { cases, caseList, differences, checkDue, gauges, health }

  async function health(): Promise<HealthLine[]> {
    const count = [...(await counted()).values()].reduce((sum, one) => sum + one, 0)
    return [casesLine('payments', count), checkLine('orders', await findCheck(db), clock.now())]
  }

  function counted(): Promise<ReadonlyMap<CaseCause, number>> {
    return countCases(db, limitsAt(clock.now()), CASES_COUNTED)
  }

  async function cases(): Promise<PaymentCase[]> {
    const limits = limitsAt(clock.now())
    return [...(await findCases(db, limits)), ...(await findListingCases(db, limits))]
  }

  function caseList(query: CaseQuery): Promise<KeysetPage<ListedCase>> {
    return listCases(db, query, limitsAt(clock.now()))
  }

  async function differences(): Promise<readonly string[]> {
    const found = await findDifferences()
    await storeCheck(db, { checkedAt: clock.now(), differences: found })
    return found
  }

  async function checkDue(): Promise<void> {
    const due = (await findCheck(db))?.checkedAt.add({ hours: CHECK_HOURS })
    if (due && Temporal.Instant.compare(due, clock.now()) > 0) return
    const found = await differences()
    if (found.length > 0) log.error({ differences: found }, 'payments differ from the books')
  }
}

const limitsAt = (now: Temporal.Instant) => ({
  now,
  before: now.subtract({ minutes: UNDELIVERED_MINUTES }),
  running: now.subtract({ hours: RUNNING_DAYS * 24 }),
  claimable: now.subtract({ hours: UNCLAIMED_DAYS * 24 }),
  recent: now.subtract({ hours: LISTED_DAYS * 24 }),
})
