import type { Db } from '#server/kit/db.ts'
import { blockPurchases, removeLot, walletOf } from '../ledger/index.ts'
import type { PaidOrder, Refund } from '../payments/index.ts'
import type { CodesDeps } from './codes-deps.ts'
import { findGranted } from './code-uses.repo.ts'
import { lockCode, voidCode } from './codes.repo.ts'
import { stateOf } from './codes.rules.ts'
import { bookCard } from './gift-card-bookings.service.ts'
import { closeCard, findCard, type PaidCard, updateRefund } from './gift-cards.repo.ts'

/** Takes gift cards back whose money is returned. */
export function createGiftCardRefunds({ clock, voidPaidFrom }: Pick<CodesDeps, 'clock' | 'voidPaidFrom'>) {
  return { beforeRefund, refundFailed, refunded, chargedBack }

  /** Sets the whole card aside. One that was redeemed, or has expired, is not refunded. */
  async function beforeRefund(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund) {
    const card = await requireCard(tx, orderId)
    const code = await lockCode(tx, card)
    const { closedAt } = await requireCard(tx, orderId)
    if (closedAt || !code || stateOf(code, clock.now()) !== 'unused' || amountCents !== card.paidCents) {
      return { maxCents: 0 }
    }
    await voidCode(tx, { codeId: card.codeId, at: clock.now() })
    await updateRefund(tx, { orderId, refundId })
    await bookCard(tx, card, {
      step: `hold:${refundId}`,
      from: 'deferred_gift_cards',
      to: 'refund_hold',
      at: clock.now(),
    })
    return undefined
  }

  /** The card can be redeemed again. */
  async function refundFailed(tx: Db, { orderId }: PaidOrder, { refundId }: Refund): Promise<void> {
    const card = await requireCard(tx, orderId)
    await voidCode(tx, { codeId: card.codeId, at: null })
    await updateRefund(tx, { orderId, refundId: null })
    await bookCard(tx, card, {
      step: `release:${refundId}`,
      from: 'refund_hold',
      to: 'deferred_gift_cards',
      at: clock.now(),
    })
  }

  async function refunded(tx: Db, { orderId }: PaidOrder, { refundId }: Refund): Promise<void> {
    const { codeId } = await requireCard(tx, orderId)
    const at = clock.now()
    const card = await closeCard(tx, { codeId, at })
    if (!card) throw new Error(`the gift card of the order ${orderId} is closed`)
    await bookCard(tx, card, { step: `capture:${refundId}`, from: 'refund_hold', to: 'payments_received', at })
  }

  /**
   * Voids a card that nobody redeemed. Of one that was redeemed takes what is left of its credits and what they bought; a plan goes on, at our
   * loss. The buyer's purchases stop until an operator allows them again.
   */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const card = await requireCard(tx, orderId)
    const code = await lockCode(tx, card)
    const at = clock.now()
    if (code!.usesLeft > 0) await voidCode(tx, { codeId: card.codeId, at })
    if (await closeCard(tx, { codeId: card.codeId, at })) {
      await bookCard(tx, card, { step: 'charged back', from: 'deferred_gift_cards', to: 'dispute_loss', at })
    }
    for (const { lotId } of await findGranted(tx, card.codeId)) {
      if (lotId === undefined) continue
      const booking = { idempotencyKey: `clawback:${orderId}`, actor: 'system', subject: orderId, at }
      await removeLot(tx, { lotId, kind: 'clawback', ...booking })
      await voidPaidFrom(tx, { lotId, reason: 'charged back' })
    }
    if (accountId) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }
}

/** @throws when the order has none */
async function requireCard(tx: Db, orderId: string): Promise<PaidCard> {
  const card = await findCard(tx, orderId)
  if (!card) throw new Error(`no gift card for the order ${orderId}`)
  return card
}
