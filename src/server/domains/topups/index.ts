import { AppError } from '#contract/errors.ts'
import { TOP_UP_MONTHS } from '#contract/validity.ts'
import {
  blockPurchases,
  captureCreditHold,
  creditLot,
  placeCreditHold,
  post,
  releaseCreditHold,
  removeLot,
  walletOf,
} from '#server/domains/ledger/index.ts'
import type { Delivery, PaidOrder, Product, Refund, SettledOrder, Wanted } from '#server/domains/payments/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { findCreditHold, findTaken, findTopup, insertCreditHold, insertTopup } from './topups.repo.ts'
import { creditsOf, expiryOf, PACK_CURRENCY, PACKS, priceOf, refundableCents } from './topups.rules.ts'

/**
 * Top-ups: packs of credits bought with money. Owns the tables topup, topup_hold. Delivers through the ledger in the transaction of the
 * payment's state; never talks to a provider (payments).
 */

interface TopupsDeps {
  readonly clock: Clock
  /** Takes back what was bought with the credits of a lot whose money was charged back (rentals); joins the transaction. */
  readonly voidPaidFrom: (tx: Db, lost: { lotId: number; reason: string }) => Promise<void>
  /** Members of telecom partners cannot spend credits, and are sold none. */
  readonly isTelecomPartner: (accountId: string, tx?: Db) => Promise<boolean>
}

export type Topups = ReturnType<typeof createTopups>

export function createTopups({ clock, voidPaidFrom, isTelecomPartner }: TopupsDeps) {
  const product: Product = { name: 'credits', quote, onSettled, beforeRefund, refundFailed, refunded, chargedBack }
  return { product, packs }

  /** None for a member of a telecom partner. */
  async function packs(accountId: string | undefined) {
    if (accountId !== undefined && (await isTelecomPartner(accountId))) return []
    return PACKS.map((pack) => ({
      ...pack,
      amountCents: priceOf(pack),
      currency: PACK_CURRENCY,
      expiresInMonths: TOP_UP_MONTHS,
    }))
  }

  async function quote({ accountId, purposeId: packId }: Wanted) {
    return (await isTelecomPartner(accountId)) ? undefined : quoteOf(packId)
  }

  /** Refunds a buyer who has become a telecom partner's member since the payment began. */
  async function onSettled(tx: Db, order: SettledOrder): Promise<Delivery> {
    if (await isTelecomPartner(order.accountId, tx))
      return { delivered: false, reason: 'no credits for telecom partners' }
    return deliver(tx, order)
  }

  async function beforeRefund(tx: Db, { orderId, amountCents: dueCents, paidCents }: PaidOrder, refund: Refund) {
    const at = clock.now()
    const topup = await requireTopup(tx, orderId)
    const { credits } = topup
    const of = { bought: { credits, dueCents, paidCents }, taken: await findTaken(tx, orderId) }
    const amount = creditsOf(refund.amountCents, of)
    if (topup.unspent < amount) return { maxCents: refundableCents(topup.unspent, of) }
    const { refundId } = refund
    try {
      const hold = { lotId: topup.lotId, amount, ...bookingOf(refund, 'hold'), at }
      const holdTransferId = amount === 0 ? null : (await placeCreditHold(tx, hold)).transferId
      await insertCreditHold(tx, { refundId, orderId, holdTransferId })
      return undefined
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
      return { maxCents: refundableCents((await requireTopup(tx, orderId)).unspent, of) }
    }
  }

  async function refundFailed(tx: Db, _order: PaidOrder, refund: Refund): Promise<void> {
    const holdTransferId = await requireCreditHold(tx, refund.refundId)
    if (holdTransferId === null) return
    await releaseCreditHold(tx, { holdTransferId, ...bookingOf(refund, 'release'), at: clock.now() })
  }

  async function refunded(tx: Db, _order: PaidOrder, refund: Refund): Promise<void> {
    const holdTransferId = await requireCreditHold(tx, refund.refundId)
    const { amountCents: cents } = refund
    const booking = { ...bookingOf(refund, 'capture'), at: clock.now() }
    if (holdTransferId !== null) {
      await captureCreditHold(tx, { holdTransferId, paidFrom: 'payments_received', cents, ...booking })
      return
    }
    await post(tx, {
      kind: 'capture',
      entries: [
        { account: 'payments_received', commodity: 'HKD_CENT', amount: -cents },
        { account: 'refunded', commodity: 'HKD_CENT', amount: cents },
      ],
      ...booking,
    })
  }

  async function chargedBack(tx: Db, { orderId }: PaidOrder): Promise<void> {
    const at = clock.now()
    const { lotId, walletId } = await requireTopup(tx, orderId)
    const booking = { idempotencyKey: `clawback:${orderId}`, actor: 'system', subject: orderId, at }
    await removeLot(tx, { lotId, kind: 'clawback', ...booking })
    await voidPaidFrom(tx, { lotId, reason: 'charged back' })
    await blockPurchases(tx, { walletId, at })
  }

  async function requireTopup(tx: Db, orderId: string) {
    const topup = await findTopup(tx, { orderId, at: clock.now() })
    if (!topup) throw new Error(`no top-up for the order ${orderId}`)
    return topup
  }
}

async function requireCreditHold(tx: Db, refundId: string): Promise<number | null> {
  const holdTransferId = await findCreditHold(tx, refundId)
  if (holdTransferId === undefined) throw new Error(`no hold for the refund ${refundId}`)
  return holdTransferId
}

const bookingOf = ({ refundId, orderId, actor, reason }: Refund, step: string) => ({
  idempotencyKey: `topup ${step}:${refundId}`,
  actor,
  reason,
  subject: orderId,
})

function quoteOf(packId: string) {
  const pack = PACKS.find((one) => one.packId === packId)
  if (!pack) return undefined
  const item = { template: 'credits', params: { credits: pack.credits } } as const
  return { amountCents: priceOf(pack), currency: PACK_CURRENCY, item }
}

async function deliver(tx: Db, order: SettledOrder): Promise<Delivery> {
  const { orderId, accountId, item, settledAt, paidCents } = order
  if (item.template !== 'credits') return { delivered: false, reason: 'not a pack of credits' }
  const { credits } = item.params
  const walletId = await walletOf(tx, accountId, settledAt)
  const { lotId } = await creditLot(tx, {
    walletId,
    bucket: 'recharged',
    amount: credits,
    expiresAt: expiryOf(settledAt),
    kind: 'topup',
    backingCents: paidCents,
    paidInto: 'payments_received',
    idempotencyKey: `topup:${orderId}`,
    actor: 'member',
    subject: orderId,
    at: settledAt,
  })
  await insertTopup(tx, { orderId, lotId, credits })
  return { delivered: true }
}
