import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import type { Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { type CaseCause, findCases, type ListingCause, type PaymentCase } from './cases.query.ts'
import { findListingCases } from './listing-cases.query.ts'
import { createListings } from './listings.service.ts'
import { createCallbacks } from './callbacks.service.ts'
import { createChecks } from './checks.service.ts'
import { createOrders } from './orders.service.ts'
import { createOwnOrders } from './own-orders.service.ts'
import { hasPaid, hasUnfinished, isPaused, makeDue, PAYMENT_CHANNEL, unlinkAccount } from './payment-work.repo.ts'
import { type PaymentsDeps, takes } from './payments-deps.ts'
import { createQueries } from './queries.service.ts'
import { createReceipts } from './receipts.service.ts'
import { createRefundRequests } from './refund-requests.service.ts'
import { createRefunds } from './refunds.service.ts'
import { createRenewals } from './renewals.service.ts'
import { createSettlement } from './settlement.service.ts'

export type Payments = ReturnType<typeof createPayments>

/** Due queries and refunds are found within this time. */
const DUE_EVERY_MS = 5_000
const LIST_EVERY_MS = 3_600_000
const CHECK_EVERY_MS = 60_000
/** Something paid that is not delivered after this time needs an operator. */
const UNDELIVERED_MINUTES = 10
/** A provider answers within this time whether it refunds: Octopus on the next day. */
const RUNNING_DAYS = 3
/** A refund that is claimed only in part is not taken back by itself: after this time an operator settles it. */
const UNCLAIMED_DAYS = 91
/** Differences from a provider's listing are told for this many days. */
const LISTED_DAYS = 60
/** Maximum payments in an export; above what any account has. */
const EXPORT_MAX = 10_000

export function createPayments(deps: PaymentsDeps) {
  const { db, clock, log, providers, callbacks } = deps
  const settlement = createSettlement(deps)
  const queries = createQueries({ ...deps, settlement })
  const refunds = createRefunds(deps)
  const refundRequests = createRefundRequests(deps)
  const { handleCallback, handleUnsignedCallback } = createCallbacks({ ...deps, queries, settlement })
  const receipts = createReceipts(deps)
  const listings = createListings(deps)
  const checks = createChecks(deps)
  const orders = createOrders({ ...deps, queries, settlement })
  const renewals = createRenewals({ ...deps, settlement })

  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'payments', everyMs: DUE_EVERY_MS, wakeOn: PAYMENT_CHANNEL, run: runDue },
      { name: 'payment listings', everyMs: LIST_EVERY_MS, run: listings.listDue },
      { name: 'payments check', everyMs: CHECK_EVERY_MS, run: checks.checkDue },
    ],
    webhooks: callbacks.map((one): WebhookEndpoint => ({
      provider: one.provider,
      process: ({ body }) => handleCallback(one, body),
      processUnsigned: (body) => handleUnsignedCallback(one, body),
    })),
    personalData: { name: 'payments', collect, erase },
    gauges: [attentionGauge(deps), checks.gauge],
  }
  /** The kinds that are configured and can take this amount, in the order in which they are offered. */
  const kindsFor = (amountCents: number): readonly PaymentKind[] =>
    providers.filter((provider) => takes(provider, amountCents)).map(({ kind }) => kind)

  return {
    ...orders,
    ...renewals,
    ...createOwnOrders({ db, queries }),
    ...receipts,
    kindsFor,
    refund: refundRequests.request,

    /** Whether an account has ever paid. */
    hasPaid: (accountId: string, tx: Db = db): Promise<boolean> => hasPaid(tx, accountId),

    acceptReview: settlement.acceptReview,
    settleRefund: refunds.settle,
    reconcile,
    /** Whether a payment of an account is open, under review, or being refunded. */
    hasUnfinished: (tx: Db, accountId: string): Promise<boolean> => hasUnfinished(tx, accountId),
    /** The payments that an operator must look at. */
    cases: (): Promise<PaymentCase[]> => casesOf(deps),
    /** A difference from a provider's listing is dealt with. @returns false for an unknown reference */
    dismissListed: listings.dismiss,
    /** Compares what was paid with the books. @returns the first differences, as sentences */
    differences: checks.differences,
    /** The work on money waits after a restore. */
    isPaused: () => isPaused(db),
    runDue,
    domainModule,
  }

  /** Does what is due by the clock: queries, refunds. Any number of nodes may do so at once. */
  async function runDue(): Promise<void> {
    await queries.queryDue()
    await refundRequests.refundUndeliverable()
    await refunds.refundDue()
  }

  /** Makes every order since an instant due at once, and ends the pause after a restore. @returns how many */
  function reconcile(since: Temporal.Instant, on: Db = db): Promise<number> {
    return makeDue(on, { since, at: clock.now() })
  }

  /** An account's payments for its export. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { list } = await receipts.list({ accountId, language, page: 1, pageSize: EXPORT_MAX })
    return { payments: list }
  }

  /** Keeps the records without the person. @throws when a payment is not finished: the erasure is repeated later */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if (await hasUnfinished(tx, accountId)) {
      log.info({ accountId }, 'erasure waits for a payment')
      throw new Error('a payment is not finished')
    }
    await unlinkAccount(tx, accountId)
  }
}

const attentionGauge = ({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>): Gauge => ({
  name: 'harbour_payments_attention',
  help: 'Payments that an operator must look at: under review, paid and undelivered, paid twice, charged back after a refund, refund refused, not claimed, in doubt, or not finished, and what differs from the listing of a provider.',
  labels: ['cause'],
  read: async () => {
    const cases = await casesOf({ db, clock })
    return Object.entries(CAUSES).map(([cause, label]) => ({
      value: cases.filter((one) => label.includes(one.cause)).length,
      labels: { cause },
    }))
  },
})

async function casesOf({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>): Promise<PaymentCase[]> {
  const limits = limitsAt(clock.now())
  return [...(await findCases(db, limits)), ...(await findListingCases(db, limits))]
}

const limitsAt = (now: Temporal.Instant) => ({
  before: now.subtract({ minutes: UNDELIVERED_MINUTES }),
  running: now.subtract({ hours: RUNNING_DAYS * 24 }),
  claimable: now.subtract({ hours: UNCLAIMED_DAYS * 24 }),
  recent: now.subtract({ hours: LISTED_DAYS * 24 }),
})

const LISTING_CAUSES: readonly ListingCause[] = [
  'unknown payment',
  'unknown refund',
  'listed otherwise',
  'payment not listed',
  'refund not listed',
]

/** The causes by the labels of the gauge. */
const CAUSES: Readonly<Record<string, readonly CaseCause[]>> = {
  review: ['review'],
  undelivered: ['undelivered'],
  paidAgain: ['paid again'],
  chargedBack: ['refunded and charged back'],
  failedRefunds: ['refund failed', 'refund returned'],
  doubtfulRefunds: ['refund in doubt'],
  unfinishedRefunds: ['refund unfinished'],
  listing: LISTING_CAUSES,
}
