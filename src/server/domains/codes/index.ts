/**
 * Codes: batches of codes that are redeemed for months of a plan, credits, vouchers and tickets, and gift cards, which are codes that were
 * bought. Owns the tables code_batch, code, code_file_part, code_use, gift_card. What a code gives is booked by ledger and subscriptions, in the
 * transaction of its use.
 */
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { CodesDeps } from './ports.ts'
import { findUses, unlinkUses, findInvoiceRows } from './codes.repo.ts'
import { createGiftCardSecrets } from './gift-cards.rules.ts'
import { findAllSealed, unlinkCards } from './gift-cards.repo.ts'
import { createGiftCardSending } from './gift-card-sending.service.ts'
import { createGiftCardViews, giftCardProduct, createLapses } from './gift-cards.service.ts'
import { createRedemptions } from './redemptions.service.ts'
import { createBatches } from './batches.service.ts'
import { BATCHES_CHANNEL } from './operator-batches.repo.ts'
import { createOperatorBatches } from './operator-batches.service.ts'

export type { GiftCard } from './gift-cards.service.ts'
export type { InvoiceRow } from './codes.repo.ts'
export type { CodesDeps } from './ports.ts'
export type { BatchRow, CodeReward, GivenReward, NewBatch, Redeemed } from './codes-model.ts'
export type { BatchOrder, OperatorBatches, ShownBatch } from './operator-batches.service.ts'
export type { CodeUse, UseQuery } from './operator-batches.repo.ts'
export type { GiftCardValue } from './gift-cards.rules.ts'

export type Codes = ReturnType<typeof createCodes>

const DUE_EVERY_MS = 60_000
const ERASE_EVERY_MS = 3_600_000
/** Gift cards in an export; above what any account has. */
const EXPORT_MAX = 10_000

export function createCodes(deps: CodesDeps) {
  const secrets = createGiftCardSecrets(deps.masterKey)
  const redemptions = createRedemptions(deps)
  const cardParts = { ...deps, secrets, redemptions, sending: createGiftCardSending({ ...deps, secrets }) }
  const giftCards = createGiftCardViews(cardParts)
  const lapses = createLapses(deps)
  const operatorBatches = createOperatorBatches({ ...deps, hashOf: redemptions.hashOf })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'gift cards', everyMs: DUE_EVERY_MS, run: lapses.lapseDue },
      { name: 'gift recipients', everyMs: ERASE_EVERY_MS, run: lapses.eraseOldRecipients },
      { name: 'code batches', everyMs: DUE_EVERY_MS, wakeOn: BATCHES_CHANNEL, run: operatorBatches.makeDue },
      { name: 'code files', everyMs: DUE_EVERY_MS, run: operatorBatches.deleteFiles },
    ],
    personalData: { name: 'codes', collect, erase },
  }
  return {
    redemptions,
    batches: createBatches({ ...deps, hashOf: redemptions.hashOf }),
    operatorBatches,
    giftCards,
    invoices: (period: { from: Temporal.Instant; until: Temporal.Instant }) => findInvoiceRows(deps.db, period),
    product: giftCardProduct({ ...cardParts, find: giftCards.find }),
    domainModule,
  }

  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const [uses, cards, received] = await Promise.all([
      findUses(deps.db, accountId),
      giftCards.list({ accountId, page: 1, pageSize: EXPORT_MAX }),
      giftCards.received(accountId),
    ])
    const named = ({ kind, amount, expiresAt, name }: (typeof uses)[number]['granted'][number]) => ({
      kind,
      amount,
      expiresAt,
      ...(name && { name: name[language] }),
    })
    return {
      redeemed: uses.map(({ usedAt, kind, granted }) => ({ usedAt, kind, grants: granted.map(named) })),
      giftCards: await Promise.all(
        cards.list.map(async ({ orderId, state, boughtAt, expiresAt, grants }) => {
          const card = { orderId, state, boughtAt, expiresAt, grants: grants.map(named) }
          return { ...card, ...(await giftCards.details(orderId)) }
        }),
      ),
      ...(received.length > 0 && {
        receivedGiftCards: received.map(({ grants, giverName, message, boughtAt, expiresAt }) => {
          return { grants: grants.map(named), giverName, message, boughtAt, expiresAt }
        }),
      }),
    }
  }

  /** Also erases messages sent to recipients of cards. A message that waits is still sent: its card is paid. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    const cards = await findAllSealed(tx, accountId)
    const recipients = cards.flatMap(({ orderId, sealed }) => secrets.open(orderId, sealed).recipient ?? [])
    await deps.messages.forgetSent(tx, { template: 'giftCard', recipients })
    await unlinkUses(tx, accountId)
    await unlinkCards(tx, accountId)
  }
}
