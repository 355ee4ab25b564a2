import type { Gauge } from '#server/kit/gauge.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createActivations, newSubscription } from './activations.service.ts'
import { findLeftOrders, updateVoided, isRefunding } from './cycles.repo.ts'
import { createChanges } from './changes.service.ts'
import { createCharges } from './charges.service.ts'
import { createGivenMonths, type GivenMonths } from './given-months.service.ts'
import { createIdentities } from './identities.service.ts'
import { createPaidCycles, type PaidCycles } from './paid-cycles.service.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.service.ts'
import { createRefunds } from './refunds.service.ts'
import { createSettlements, subjectOf } from './settlements.service.ts'
import { createStarts } from './starts.service.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import {
  countAttention,
  lockOpenSubscriptions,
  SUBSCRIPTION_CHANNEL,
  unlinkAccount,
  insertSubscription,
  lockLive,
  lockSubscription,
  findByAgreement,
} from './subscriptions.repo.ts'
import type { Subscription } from './subscriptions-model.ts'
import { createTick } from './tick.service.ts'
import { createViews } from './views.service.ts'
import { blockPurchases, removeLot, walletOf } from '../ledger/index.ts'
import { type PaidOrder, type Product, type Order, statusOf } from '../payments/index.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Agreement, AgreementOwner } from '../agreements/index.ts'
import type { PaymentStatus } from '#contract/payments.ts'

/**
 * Subscriptions: the plans that accounts hold, their cycles, credits, renewals and ends. Owns the tables subscription,
 * subscription_cycle, subscription_removed_month, subscription_hold, trial_identity. Talks to no provider: agreements charge, payments
 * settle; both know this domain by its ports only.
 */
export { findHeldPlan, type HeldPlan } from './holder.query.ts'
export type { SubscriptionsDeps } from './subscriptions-deps.ts'
export type { SubscriptionView } from './views.service.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** What is due is found within this time. */
const DUE_EVERY_MS = 5_000
/** What was due this long ago needs an operator. */
const LATE_MINUTES = 30

export function createSubscriptions(deps: SubscriptionsDeps) {
  const { clock, log } = deps
  const lifecycle = createLifecycle(deps)
  const charges = createCharges(deps)
  const identities = createIdentities(deps)
  const owner = { ...createActivations({ ...deps, lifecycle, identities }), ...createNextCharges({ clock, lifecycle }) }
  const paidCycles = createPaidCycles({ clock, lifecycle })
  const givenMonths = createGivenMonths({ ...deps, lifecycle })
  const takingBack = {
    ...createRefunds({ ...deps, lifecycle, paidCycles, givenMonths }),
    ...createDisputes({ ...deps, paidCycles, givenMonths }),
  }
  const { recordNumber } = identities
  const { products, prepaidMonth } = createSettlements({ ...deps, lifecycle, takingBack, recordNumber })
  const { runDue } = createTick({ ...deps, lifecycle, charges })
  const { collect, ...views } = createViews(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'subscriptions', everyMs: DUE_EVERY_MS, wakeOn: SUBSCRIPTION_CHANNEL, run: runDue }],
    personalData: { name: 'subscriptions', collect, erase },
    gauges: [attentionGauge(deps)],
  }
  return {
    ...createStarts({ ...deps, identities }),
    ...createGifts({ ...deps, lifecycle, recordNumber }),
    ...createChanges({ ...deps, lifecycle, charges }),
    ...createProgress(deps),
    ...views,
    /** What money is taken for here; for payments. */
    products,
    /** The delivery of a prepaid month and its refunds, for whoever sells one otherwise. */
    prepaidMonth,
    hasPlan,
    paidUntil,
    /** What agreements require of the plans that they renew. */
    owner,
    runDue,
    domainModule,
  }

  /** Whether a plan of an account runs at this moment, or waits for its first payment. */
  async function hasPlan(tx: Db, accountId: string): Promise<boolean> {
    return (await currentOf(tx, accountId)).length > 0
  }

  /** Until when the plan of an account is paid, queued months included. */
  async function paidUntil(tx: Db, accountId: string): Promise<Temporal.Instant | undefined> {
    return (await currentOf(tx, accountId)).find(({ state }) => state !== 'pending')?.paidUntil
  }

  async function currentOf(tx: Db, accountId: string): Promise<Subscription[]> {
    const at = clock.now()
    const current: Subscription[] = []
    for (const one of await lockOpenSubscriptions(tx, accountId)) current.push(await lifecycle.catchUp(tx, one, at))
    return current.filter(({ state }) => state !== 'ended')
  }

  /**
   * Ends the plan and keeps its records without the person. Who has held a plan stays known by keyed hashes. Agreements end themselves:
   * erasure waits for that.
   * @throws while months that were paid for and never began are not being refunded: the erasure is repeated later
   */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    for (const subscription of await lockOpenSubscriptions(tx, accountId)) {
      await lifecycle.move(tx, subscription, { event: 'closed', at: clock.now(), change: { agreement: null } })
    }
    if ((await findLeftOrders(tx, { accountId, limit: 1 })).length > 0) {
      log.info({ accountId }, 'erasure waits for a refund')
      throw new Error('a month is not refunded')
    }
    await unlinkAccount(tx, accountId)
  }
}

const attentionGauge = ({ db, clock }: Pick<SubscriptionsDeps, 'db' | 'clock'>): Gauge => ({
  name: 'harbour_subscriptions',
  help: 'Plans that are past due, and plans whose work by the clock is late.',
  labels: ['state'],
  read: async () => {
    const { pastDue, overdue } = await countAttention(db, clock.now().subtract({ minutes: LATE_MINUTES }))
    return [
      { value: pastDue, labels: { state: 'past_due' } },
      { value: overdue, labels: { state: 'overdue' } },
    ]
  },
})

type DisputesDeps = SubscriptionsDeps & { paidCycles: PaidCycles; givenMonths: GivenMonths }

/** What becomes of a plan whose payment was disputed, and lost. */
function createDisputes({ clock, paidCycles, givenMonths, voidPaidFrom }: DisputesDeps): Pick<Product, 'chargedBack'> {
  return { chargedBack }

  /** The payer's bank took the money back: the plan ends but for what others gave, and purchases stop until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const at = clock.now()
    const paid = await paidCycles.lockPaid(tx, orderId)
    if (paid) {
      const { row, subscription } = paid
      if (row.lotId !== null) {
        const booking = { idempotencyKey: `plan clawback:${row.subscriptionId}:${row.cycle}`, actor: 'system', at }
        await removeLot(tx, { lotId: row.lotId, kind: 'clawback', ...booking })
        await voidPaidFrom(tx, { lotId: row.lotId, reason: 'charged back' })
      }
      await updateVoided(tx, { orderId, at })
      await givenMonths.endPaid(tx, subscription, { event: 'chargedBack', at })
    }
    if (accountId !== null) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }
}

type Instant = Temporal.Instant

interface GiftsDeps extends SubscriptionsDeps {
  readonly lifecycle: Lifecycle
  readonly recordNumber: (tx: Db, accountId: string, at: Instant) => Promise<void>
}

interface Gift {
  readonly accountId: string
  readonly planId: string
  readonly months: number
}

interface Given {
  readonly name: Readonly<Record<Language, string>>
  readonly endsAt: Instant
}

/** Months that are not paid for: they queue behind what is paid, and do not renew. */
function createGifts({ clock, plans, lifecycle, recordNumber }: GiftsDeps) {
  return { give }

  /**
   * Gives months of a plan, in the caller's transaction.
   * @returns the plan's name, and until when it runs now
   * @throws NOT_FOUND for an unknown plan, CONFLICT while the plan waits for its first payment, or is refunded
   */
  async function give(tx: Db, { accountId, planId, months }: Gift): Promise<Given> {
    const at = clock.now()
    const version = await plans.find(planId, tx)
    if (!version) throw new AppError('NOT_FOUND')
    const { planVersionId, name } = version
    await recordNumber(tx, accountId, at)
    const live = await lockLive(tx, accountId)
    let held = live && (await lifecycle.catchUp(tx, live, at))
    if (!held || held.state === 'ended') {
      held = newSubscription({ accountId, planVersionId, agreement: null, isCharged: false, at })
      if (!(await insertSubscription(tx, held))) throw new AppError('CONFLICT')
    }
    if (await isRefunding(tx, held)) throw new AppError('CONFLICT')
    for (let month = 0; month < months; month++) {
      const given = { kind: 'gift', planVersionId, orderId: null, amountCents: 0 } as const
      const moved = await lifecycle.move(tx, held, { event: 'prepaid', at, given })
      if (!moved) throw new AppError('CONFLICT')
      held = moved
    }
    return { name, endsAt: held.paidUntil }
  }
}

type NextChargesDeps = Pick<SubscriptionsDeps, 'clock'> & { lifecycle: Pick<Lifecycle, 'save'> }

/** Keeps when a provider that charges by its own schedule does so next. */
function createNextCharges({ clock, lifecycle }: NextChargesDeps): Required<Pick<AgreementOwner, 'onNextCharge'>> {
  return { onNextCharge }

  async function onNextCharge(tx: Db, { agreementId, nextChargeAt }: Agreement): Promise<void> {
    const found = await lockSubscription(tx, { agreementId })
    if (!found?.agreement || found.state === 'ended') return
    await lifecycle.save(tx, { ...found, agreement: { ...found.agreement, nextChargeAt } }, clock.now())
  }
}

/** How an agreement stands, with the charge of its first cycle. */
export interface Progress {
  readonly agreement: Agreement
  readonly status: PaymentStatus
  readonly amountCents: number
  readonly planVersionId: string
  /** Of the charge that was asked about, or of the first one. */
  readonly orderId: string | undefined
  /** It holds no plan, and what its provider has charged by itself, if anything, is refunded. */
  readonly returnsCharge: boolean
}

/** How agreements, and charges of them, stand. */
function createProgress({ db, agreements, payments }: SubscriptionsDeps) {
  return { progressOf, confirm }

  /** @param id of an agreement, or of a charge @throws NOT_FOUND */
  async function progressOf(accountId: string, id: string): Promise<Progress> {
    const agreement = await agreements().find(accountId, id)
    if (agreement) return ofAgreement(accountId, agreement)
    return ofCharge(accountId, await payments().orderOf({ accountId, orderId: id }))
  }

  /** Asks the provider whether the payer has approved. @throws NOT_FOUND; PENDING while they have not */
  async function confirm(accountId: string, agreementId: string): Promise<Agreement> {
    const known = await agreements().find(accountId, agreementId)
    if (!known) throw new AppError('NOT_FOUND')
    const agreement = known.state === 'setup' ? await agreements().check(known) : known
    if (agreement.state === 'setup') throw new AppError('PENDING')
    return agreement
  }

  async function ofAgreement(accountId: string, agreement: Agreement): Promise<Progress> {
    const { planVersionId, agreementId } = agreement
    // What is charged later is no part of starting it.
    const first = isChargedAtOnce(agreement) ? await payments().firstRenewalOf(accountId, agreementId) : undefined
    const subscription = await findByAgreement(db, agreementId)
    const status = statusOfAgreement(agreement, subscription, first)
    return {
      agreement,
      status,
      amountCents: first?.paidCents ?? 0,
      planVersionId,
      orderId: first?.paidAt ? first.orderId : undefined,
      returnsCharge: (status === 'failed' || status === 'expired') && mayHaveCharged(agreement),
    }
  }

  /** @throws NOT_FOUND for a payment that is not a renewal */
  async function ofCharge(accountId: string, order: Order): Promise<Progress> {
    const agreement = await agreements().find(accountId, subjectOf(order.purposeId).agreementId)
    if (order.purpose !== 'renewal' || !agreement) throw new AppError('NOT_FOUND')
    const { planVersionId } = agreement
    const status = statusOf(order.state)
    return {
      agreement,
      status,
      amountCents: order.paidCents ?? 0,
      planVersionId,
      orderId: order.orderId,
      returnsCharge: false,
    }
  }
}

/** A schedule that begins within this time begins at once. */
const AT_ONCE = { minutes: 60 }

/** Whether money is due as soon as it is approved: without a free month, and not for time that is paid already. */
const isChargedAtOnce = ({ trial, firstChargeAt, createdAt }: Agreement): boolean =>
  !trial && Temporal.Instant.compare(firstChargeAt, createdAt.add(AT_ONCE)) <= 0

/**
 * Whether the provider charged by itself what was then refused: its sale may not be known yet. An agreement that was given up charges too
 * once it is approved; it is then being ended.
 */
const mayHaveCharged = (agreement: Agreement): boolean => {
  const { mode, state, failure, endingRequestedAt } = agreement
  const isApproved = state !== 'abandoned' || failure === 'HAS_PLAN' || endingRequestedAt !== null
  return mode === 'push' && failure !== 'DECLINED' && isApproved && isChargedAtOnce(agreement)
}

/** `paid` once the agreement holds and what was due at once is paid; `refunded` when that could not be delivered. */
function statusOfAgreement(
  agreement: Agreement,
  subscription: Subscription | undefined,
  first: Order | undefined,
): PaymentStatus {
  const { state, failure } = agreement
  if (state === 'setup') return 'pending'
  if (first?.paidAt && first.undeliverable !== null) return 'refunded'
  if (state === 'abandoned') return failure === null ? 'expired' : 'failed'
  if (failure !== null) return 'failed'
  if (first) return statusOf(first.state)
  if (!isChargedAtOnce(agreement)) return 'paid'
  if (subscription?.state === 'pending' || subscription?.state === 'past_due') return 'pending'
  return subscription && subscription.cycle > 0 ? 'paid' : 'failed'
}
