import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { type CaseCause, findCases, type ListingCause, type PaymentCase } from './cases.query.ts'
import { findListingCases } from './listing-cases.query.ts'
import { createOrders } from './orders.service.ts'
import { hasPaid, hasUnfinished, isPaused, makeDue, PAYMENT_CHANNEL, unlinkAccount } from './payment-work.repo.ts'
import { type PaymentsDeps, takes } from './payments-deps.ts'
import { createQueries, type Queries } from './queries.service.ts'
import { createReceipts } from './receipts.service.ts'
import { createRefundRequests } from './refund-requests.service.ts'
import { createRefunds } from './refunds.service.ts'
import { createRenewals } from './renewals.service.ts'
import { createSettlement, type Settlement } from './settlement.service.ts'
import { createDisputes } from './disputes.service.ts'
import { isOpen } from './payment-orders.rules.ts'
import { findOrder, findReferenced, findFirstCharge, findOwnOrder } from './payment-orders.repo.ts'
import { createUnsignedCallbacks } from './unsigned-callbacks.service.ts'
import type { PaymentCallbacks, PaymentProvider } from './ports.ts'
import { hastenRefund } from './refunds.repo.ts'
import { findCheck, storeCheck } from './checks.repo.ts'
import { dueDays, periodToList } from './listings.rules.ts'
import { findListedUntil, isKnownDispute, insertDismissal, insertListing } from './listings.repo.ts'
import { AppError } from '#contract/errors.ts'
import type { Order } from './payments-model.ts'

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

/** Applies what providers call back, once it is verified and stored (webhooks). */
function createCallbacks(deps: PaymentsDeps & { queries: Queries; settlement: Settlement }) {
  const { db, clock, queries, settlement } = deps
  const { dispute } = createDisputes(deps)
  const { handleUnsignedCallback } = createUnsignedCallbacks(deps)
  return { handleCallback, handleUnsignedCallback }

  /** Applies a verified callback. Rejects to be repeated. */
  async function handleCallback({ kinds: own, read }: PaymentCallbacks, body: Buffer): Promise<void> {
    const said = read(body)
    if (!said) return
    if ('refundId' in said) {
      if (!(await hastenRefund(db, { refundId: said.refundId }, clock.now())))
        throw new Error('callback of an unknown refund')
      return
    }
    if (said.of !== 'payment') {
      const order = await findReferenced(db, { kinds: own, paymentReference: said.paymentReference })
      if (!order) throw new Error(`${said.of} of an unknown payment`)
      if (said.of === 'dispute') await dispute(order.orderId, said)
      else await hastenRefund(db, { orderId: order.orderId }, clock.now())
      return
    }
    const order = said.orderId
      ? await findOrder(db, said.orderId)
      : said.providerReference && (await findReferenced(db, { kinds: own, providerReference: said.providerReference }))
    if (!order || !own.includes(order.kind)) throw new Error('callback of an unknown order')
    // A success of a paid order is the same payment, or a second one.
    if (order.paidAt) {
      if (said.report?.state === 'succeeded') await settlement.apply(order.orderId, said.report, 'callback')
      return
    }
    // What is said of a closed order is confirmed: it may be older than the cancellation.
    if (said.report && isOpen(order.state)) {
      await settlement.apply(order.orderId, said.report, 'callback')
      return
    }
    const { answered } = await queries.check(order, 'callback')
    if (!answered) throw new Error('the provider does not answer')
  }
}

/** The orders are compared with the books after this many hours. */
const CHECK_HOURS = 1

/** Compares what was paid with what is booked as received: an order that is over has nothing left there. */
function createChecks({ db, clock, log, differences: find }: PaymentsDeps) {
  const gauge: Gauge = {
    name: 'harbour_payments_differences',
    help: 'Orders of which the ledger holds another sum than was paid and neither delivered nor returned, by the last check. Anything but 0 needs an operator.',
    read: async () => {
      const last = await findCheck(db)
      return last ? [{ value: last.differences.length }] : []
    },
  }
  return { differences, checkDue, gauge }

  /** Compares now, and keeps the result. @returns the first differences, as sentences */
  async function differences(): Promise<readonly string[]> {
    const found = await find()
    await storeCheck(db, { checkedAt: clock.now(), differences: found })
    return found
  }

  /** Two nodes that do so at the same time find the same. */
  async function checkDue(): Promise<void> {
    const due = (await findCheck(db))?.checkedAt.add({ hours: CHECK_HOURS })
    if (due && Temporal.Instant.compare(due, clock.now()) > 0) return
    const found = await differences()
    if (found.length > 0) log.error({ differences: found }, 'payments differ from the books')
  }
}

/** Reads the listings of the providers that have one, to be compared with our records (`listing-cases.query.ts`). */
function createListings(deps: PaymentsDeps) {
  const { db, clock, log, providers, otherProviders = [] } = deps
  const { dispute } = createDisputes(deps)
  return { listDue, dismiss }

  /** Reads the days that are over. Any number of nodes may do so at once. */
  async function listDue(): Promise<void> {
    if (await isPaused(db)) return
    for (const provider of [...providers, ...otherProviders]) {
      await listDays(provider)
    }
  }

  async function listDays(provider: PaymentProvider): Promise<void> {
    const { kind, sandbox } = provider
    if (!provider.list) return
    const days = dueDays(await findListedUntil(db, { kind, sandbox }), clock.now())
    if (!days) return
    const period = periodToList(days)
    await applyDisputes(provider, period.from)
    const movements = await provider.list(period)
    if (movements) {
      const listing = { kind, sandbox, movements, days, at: clock.now() }
      await inTransaction(db, (tx) => insertListing(tx, listing))
    } else log.error({ kind, from: days.from.toString() }, 'the provider lists nothing')
  }

  /** Disputes whose callbacks were lost. Those that are known change nothing; one that cannot be applied now is found again tomorrow. */
  async function applyDisputes({ kind, disputes }: PaymentProvider, since: Temporal.Instant): Promise<void> {
    if (!disputes) return
    const found = await disputes(since)
    if (!found) log.error({ kind }, 'the provider lists no disputes')
    for (const one of found ?? []) {
      const { paymentReference } = one
      const order = await findReferenced(db, { kinds: [kind], paymentReference })
      if (!order) log.error({ kind, paymentReference }, 'a dispute of an unknown payment')
      if (!order || (await isKnownDispute(db, order.orderId, one))) continue
      await dispute(order.orderId, one).catch((error: unknown) => log.error({ err: error, kind }, 'a dispute waits'))
    }
  }

  /** An operator has dealt with a difference. @returns false for an unknown reference */
  function dismiss(reference: string, on: Db = db): Promise<boolean> {
    return insertDismissal(on, { reference, at: clock.now() })
  }
}

/** How a payer's own orders stand. */
function createOwnOrders({ db, queries }: Pick<PaymentsDeps, 'db'> & { queries: Queries }) {
  return { orderOf, firstRenewalOf, returned }

  type OwnOrder = { accountId: string } & ({ orderId: string } | { providerReference: string })

  /** An order of this account. @throws NOT_FOUND */
  async function orderOf(own: OwnOrder): Promise<Order> {
    const order = await findOwnOrder(db, own)
    if (!order) throw new AppError('NOT_FOUND')
    return order
  }

  /** How the first charge for a subject of renewals stands: its last attempt. */
  function firstRenewalOf(accountId: string, subject: string): Promise<Order | undefined> {
    return findFirstCharge(db, { accountId, purpose: 'renewal', subject })
  }

  /** The payer's browser is back: asks the provider, unless the order is settled. @throws NOT_FOUND */
  async function returned(own: OwnOrder): Promise<Order> {
    const order = await orderOf(own)
    return order.paidAt ? order : (await queries.check(order, 'browser')).order
  }
}
