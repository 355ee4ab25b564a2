import { type Db, inTransaction } from '#server/kit/db.ts'
import { AppError } from '#contract/errors.ts'
import { GIFT_CARD_DESIGNS } from '#contract/gift-card-designs.ts'
import { GIFT_CARD_RESENDS, GIFT_CARD_RESEND_WAIT_SECONDS } from '#contract/codes.ts'
import type { Order } from '../payments/index.ts'
import { formatCode } from './code-format.rules.ts'
import type { CodesDeps } from './ports.ts'
import { lockCode } from './codes.repo.ts'
import { stateOf } from './codes.rules.ts'
import { channelOf, type GiftCardSecrets } from './gift-cards.rules.ts'
import { findOwnCard, findSealed, recordSending } from './gift-cards.repo.ts'
import { hongKongDay } from '#server/kit/instants.ts'

export type GiftCardSending = ReturnType<typeof createGiftCardSending>

type Sent = Pick<Order, 'orderId' | 'item' | 'language'> & { accountId: string; expiresAt: Temporal.Instant }

/** How the code of a gift card reaches its recipient: SMS or e-mail, and the inbox of a recipient who is a member. */
export function createGiftCardSending({ db, clock, secrets, ...deps }: CodesDeps & { secrets: GiftCardSecrets }) {
  const { accounts, messages, payments, redeemLink } = deps
  return { send, resend }

  async function send(tx: Db, { orderId, accountId, item, language, expiresAt }: Sent): Promise<void> {
    const given = secrets.open(orderId, await findSealed(tx, orderId))
    const { recipient, message, giverName: from, design = GIFT_CARD_DESIGNS[0] } = given
    const to = recipient ?? (await accounts.read(tx, accountId))?.number
    if (to === undefined) throw new AppError('NOT_FOUND')
    const until = hongKongDay(expiresAt.subtract({ milliseconds: 1 })).toString()
    const code = formatCode(secrets.codeOf(orderId))
    const params = { item, code, until, message, from, design, link: redeemLink(code) }
    // A message to another person belongs to no account here.
    const owner = recipient === undefined ? accountId : undefined
    const common = { to, language, accountId: owner, template: 'giftCard', params } as const
    if (channelOf(to) === 'sms') await messages.send(tx, { channel: 'sms', ...common })
    else await messages.send(tx, { channel: 'mail', ...common })
    const member = recipient === undefined ? undefined : await accounts.findRecipient(tx, recipient)
    const isNew = await recordSending(tx, { orderId, recipientAccountId: member, at: clock.now() })
    // The inbox is not encrypted: it holds no code. The recipient's gift cards do.
    if (member && isNew) {
      await messages.post(tx, { accountId: member, template: 'giftReceived', params: { item, from, message, until } })
    }
  }

  /** @throws NOT_FOUND, CONFLICT when it was used or is its buyer's own, TOO_MANY_TRIES */
  async function resend({ accountId, orderId }: { accountId: string; orderId: string }) {
    const { item, language } = await payments.orderOf({ accountId, orderId })
    return inTransaction(db, async (tx) => {
      const own = await findOwnCard(tx, { accountId, orderId })
      if (!own) throw new AppError('NOT_FOUND')
      const code = await lockCode(tx, own)
      // Read again under the lock of its code, by which concurrent requests wait for each other.
      const { sealed, resends, sentAt } = (await findOwnCard(tx, { accountId, orderId })) ?? own
      const now = clock.now()
      const { recipient } = secrets.open(orderId, sealed)
      if (recipient === undefined || !code || stateOf(code, now) !== 'unused') throw new AppError('CONFLICT')
      if (resends >= GIFT_CARD_RESENDS) throw new AppError('CONFLICT')
      const wait = sentAt ? resendableAt(sentAt).since(now).total('seconds') : 0
      if (wait > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.ceil(wait) })
      await send(tx, { orderId, accountId, item, language, expiresAt: code.expiresAt! })
      return { left: GIFT_CARD_RESENDS - resends - (sentAt ? 1 : 0), at: resendableAt(now) }
    })
  }
}

export const resendableAt = (sentAt: Temporal.Instant): Temporal.Instant =>
  sentAt.add({ seconds: GIFT_CARD_RESEND_WAIT_SECONDS })
