import { type Db, inTransaction } from '#server/kit/db.ts'
import type { CodesDeps, CodeVisitor } from './ports.ts'
import {
  type GiftCardSecrets,
  GIVEN_PLAN,
  type GiftCardValue,
  maskRecipient,
  valuesOf,
  cardExpiry,
  specOf,
} from './gift-cards.rules.ts'
import {
  type CardRow,
  findByCode,
  findCards,
  findSealed,
  insertCard,
  openCard,
  closeCard,
  findCard,
  type PaidCard,
  updateRefund,
  eraseUnpaid,
  findLapsed,
  findReceived,
} from './gift-cards.repo.ts'
import type { Redemptions } from './redemptions.service.ts'
import { type GiftCardSending, resendableAt } from './gift-card-sending.service.ts'
import { formatCode, normalizeCode } from './code-format.rules.ts'
import type { GivenReward, CodeReward } from './codes-model.ts'
import { insertBatch, insertCodes, lockCode, voidCode, findGranted } from './codes.repo.ts'
import { type CodeState, stateOf } from './codes.rules.ts'
import { GIFT_CARD_RESENDS } from '#contract/codes.ts'
import { AppError } from '#contract/errors.ts'
import { GIFT_CARD_DESIGNS, type GiftCardDesign } from '#contract/gift-card-designs.ts'
import type { Delivery, Order, PaidOrder, Product, PurchaseDetails, Refund, SettledOrder } from '../payments/index.ts'
import type { PlanVersion } from '../plans/index.ts'
import { blockPurchases, bookOrder, removeLot, walletOf } from '../ledger/index.ts'
import { KEPT_DAYS } from '#contract/validity.ts'

/** The parts of the domain that gift cards use. */
type GiftCardParts = CodesDeps & { secrets: GiftCardSecrets; redemptions: Redemptions; sending: GiftCardSending }

export function giftCardProduct(
  deps: GiftCardParts & { find: (valueId: string) => Promise<GiftCardValue | undefined> },
): Product {
  const { db, accounts, secrets, redemptions, sending, find } = deps
  const refunds = createGiftCardRefunds(deps)
  return {
    name: 'giftcard',
    quote: ({ purposeId }) => find(purposeId),
    details: { keep, isSame },
    onSettled,
    beforeRefund: refunds.beforeRefund,
    refundFailed: refunds.refundFailed,
    refunded: refunds.refunded,
    chargedBack: refunds.chargedBack,
  }

  /** @throws NOT_ALLOWED for a card for oneself that one could not redeem */
  async function keep(tx: Db, { orderId, accountId }: Order, given: PurchaseDetails): Promise<void> {
    const buyer = given.recipient === undefined ? await accounts.read(tx, accountId!) : undefined
    if (buyer?.isTelecomPartner) throw new AppError('NOT_ALLOWED', { of: 'telecom' })
    await insertCard(tx, { orderId, accountId: accountId!, sealed: secrets.seal(orderId, given) })
  }

  async function isSame(order: Order, given: PurchaseDetails): Promise<boolean> {
    const kept = secrets.open(order.orderId, await findSealed(db, order.orderId))
    return (['recipient', 'message', 'giverName', 'design'] as const).every((part) => kept[part] === given[part])
  }

  async function onSettled(tx: Db, order: SettledOrder): Promise<Delivery> {
    const { orderId, item, settledAt, paidCents, purposeId } = order
    if (item.template !== 'giftcard') return { delivered: false, reason: 'not a gift card' }
    const batchId = `giftcard-${purposeId}`
    await insertBatch(tx, {
      batchId,
      kind: 'giftcard',
      name: purposeId,
      grants: [specOf(item)],
      usesPerCode: 1,
      newUsersOnly: false,
      partner: null,
      startsAt: Temporal.Instant.fromEpochMilliseconds(0),
      expiresAt: null,
      madeAt: settledAt,
      madeBy: 'system',
    })
    const code = secrets.codeOf(orderId)
    const expiresAt = cardExpiry(settledAt)
    const [codeId] = await insertCodes(tx, { batchId, hashes: [redemptions.hashOf(code)], uses: 1, expiresAt })
    if (codeId === undefined) throw new Error(`the code of the gift card ${orderId} exists`)
    await openCard(tx, { orderId, codeId, paidCents, at: settledAt })
    await bookCard(
      tx,
      { orderId, paidCents },
      { step: 'sold', from: 'payments_received', to: 'deferred_gift_cards', at: settledAt },
    )
    await sending.send(tx, { ...order, expiresAt })
    return { delivered: true }
  }
}

function createGiftCardRefunds({ clock, voidPaidFrom }: Pick<CodesDeps, 'clock' | 'voidPaidFrom'>) {
  return { beforeRefund, refundFailed, refunded, chargedBack }

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

  /** Of a redeemed card, the remaining credits and what they bought are taken back; a plan continues, at our loss. */
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

async function requireCard(tx: Db, orderId: string): Promise<PaidCard> {
  const card = await findCard(tx, orderId)
  if (!card) throw new Error(`no gift card for the order ${orderId}`)
  return card
}

export interface GiftCard {
  readonly orderId: string
  readonly orderNumber: string
  readonly grants: readonly GivenReward[]
  readonly state: CodeState
  /** Until it is redeemed: of one's own card, or one that was given. */
  readonly code: string | undefined
  readonly recipient: string | undefined
  readonly giverName: string | undefined
  readonly message: string | undefined
  /** To its recipient, while it is unused. */
  readonly resends: { readonly left: number; readonly at: Temporal.Instant | undefined } | undefined
  readonly design: GiftCardDesign
  readonly boughtAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

export function createGiftCardViews({ db, clock, plans, secrets, redemptions, sending }: GiftCardParts) {
  return { values, find, list, received, resend: sending.resend, balance, details, giftOf }

  async function values(): Promise<GiftCardValue[]> {
    const given = await plans.onSale('gift')
    if (given.length > 0) return valuesOf(given)
    const standard = await plans.find(GIVEN_PLAN)
    return valuesOf(standard ? [standard] : [])
  }

  async function find(valueId: string): Promise<GiftCardValue | undefined> {
    return (await values()).find((value) => value.valueId === valueId)
  }

  type PageRequest = { accountId: string; page: number; pageSize: number }

  async function list({ accountId, page, pageSize }: PageRequest) {
    const { rows, total } = await findCards(db, { accountId, page, pageSize })
    return { list: await Promise.all(rows.map(cardOf)), page, pageSize, total }
  }

  /** Gift cards that a member was given and has not redeemed. */
  async function received(accountId: string): Promise<GiftCard[]> {
    const rows = await findReceived(db, { accountId, now: clock.now() })
    const cards = await Promise.all(rows.map(cardOf))
    return cards.map((card) => ({ ...card, code: formatCode(secrets.codeOf(card.orderId)) }))
  }

  async function cardOf({
    orderId,
    orderNumber,
    sealed,
    boughtAt,
    expiresAt,
    grants,
    ...row
  }: CardRow): Promise<GiftCard> {
    const state = stateOf({ ...row, expiresAt, batch: { voidedAt: null } }, clock.now())
    const { recipient, giverName, message, design = GIFT_CARD_DESIGNS[0] } = secrets.open(orderId, sealed)
    const isUnused = state === 'unused'
    const isOwn = recipient === undefined
    return {
      orderId,
      orderNumber,
      grants: await worthOf(grants, expiresAt),
      state,
      // Sealed details that were erased no longer say whose it is.
      code: isUnused && isOwn && sealed ? formatCode(secrets.codeOf(orderId)) : undefined,
      recipient: isOwn ? undefined : maskRecipient(recipient),
      giverName,
      message,
      resends:
        isUnused && !isOwn
          ? {
              left: Math.max(0, GIFT_CARD_RESENDS - row.resends),
              at: row.sentAt ? resendableAt(row.sentAt) : undefined,
            }
          : undefined,
      design,
      boughtAt,
      expiresAt,
    }
  }

  async function details(orderId: string): Promise<PurchaseDetails> {
    return secrets.open(orderId, await findSealed(db, orderId))
  }

  type Visit = CodeVisitor & { code: string }

  /** @throws WRONG_CODE, TOO_MANY_TRIES */
  async function balance(visit: Visit): Promise<{ state: CodeState; grants: GivenReward[] }> {
    const code = await redemptions.look({ ...visit, entrance: { kinds: 'giftcard' } })
    return { state: stateOf(code, clock.now()), grants: await worthOf(code.batch.grants, code.expiresAt!) }
  }

  async function worthOf(grants: readonly CodeReward[], expiresAt: Temporal.Instant): Promise<GivenReward[]> {
    return Promise.all(
      grants.map(async (spec) => {
        const { kind, amount } = spec
        if (spec.kind !== 'plan') return { kind, amount, expiresAt }
        const { name, creditsPerCycle } = await requirePlan(spec.planId)
        return { kind, amount, expiresAt, name, creditsPerCycle }
      }),
    )
  }

  async function requirePlan(planId: string): Promise<PlanVersion> {
    const plan = await plans.find(planId)
    if (!plan) throw new AppError('NOT_FOUND')
    return plan
  }

  /** How it was given; undefined for a code of another kind. */
  async function giftOf(code: string): Promise<Pick<PurchaseDetails, 'giverName' | 'message' | 'design'> | undefined> {
    const normal = normalizeCode(code)
    const card = normal === undefined ? undefined : await findByCode(db, redemptions.hashOf(normal))
    if (!card) return undefined
    const { giverName, message, design = GIFT_CARD_DESIGNS[0] } = secrets.open(card.orderId, card.sealed)
    return { giverName, message, design }
  }
}

const BATCH = 100

/** Books gift cards that expired unredeemed. They cannot be redeemed from that instant: this does not decide it. */
export function createLapses({ db, clock }: Pick<CodesDeps, 'db' | 'clock'>) {
  return { lapseDue, eraseOldRecipients }

  /** An order that was not paid in this time never is. */
  function eraseOldRecipients(): Promise<void> {
    return eraseUnpaid(db, clock.now().subtract({ hours: KEPT_DAYS.unpaidOrders * 24 }))
  }

  async function lapseDue(): Promise<void> {
    for (;;) {
      const due = await findLapsed(db, { now: clock.now(), limit: BATCH })
      for (const card of due) await lapse(card)
      if (due.length < BATCH) return
    }
  }

  async function lapse({ codeId }: PaidCard): Promise<void> {
    await inTransaction(db, async (tx) => {
      const code = await lockCode(tx, { codeId })
      const at = clock.now()
      if (!code || stateOf(code, at) !== 'expired') return
      const card = await closeCard(tx, { codeId, at })
      if (card) await bookCard(tx, card, { step: 'lapsed', from: 'deferred_gift_cards', to: 'breakage', at })
    })
  }
}

type BookedCard = Pick<PaidCard, 'orderId' | 'paidCents'>
type CardStep = Omit<Parameters<typeof bookOrder>[1], 'kind' | 'orderId' | 'cents'>

const bookCard = (tx: Db, { orderId, paidCents }: BookedCard, step: CardStep): Promise<void> =>
  bookOrder(tx, { kind: 'gift_card', orderId, cents: paidCents, ...step })
