import type { Reward } from '#contract/codes.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { GIFT_CARD_MONTHS } from '#contract/validity.ts'
import type { RedeemedReward } from '#server/domains/redeemed-reward.ts'
import type { GiftCard, GiftCardValue } from '#server/domains/codes/index.ts'
import { rewardTitle as enUS } from '#text/en_US/codes.ts'
import { rewardTitle as zhHK } from '#text/zh_HK/codes.ts'
import { wireInstant } from '../instants.ts'

const TITLES = { zh_HK: zhHK, en_US: enUS } as const

const titleOf = ({ kind, amount, name }: Omit<RedeemedReward, 'expiresAt'>, language: Language): string =>
  TITLES[language][kind](amount, name?.[language] ?? '')

export const toRewards = (grants: readonly RedeemedReward[], language: Language): Reward[] =>
  grants.map(({ kind, amount, expiresAt, name, creditsPerCycle }) => ({
    kind,
    title: titleOf({ kind, amount, name }, language),
    amount,
    ...extraCredits(creditsPerCycle),
    expiresAt: wireInstant(expiresAt),
  }))

export function toGiftCardValue(
  { valueId, amountCents, currency, item: { params } }: GiftCardValue,
  providers: readonly PaymentKind[],
  language: Language,
) {
  const common = {
    giftCardValueId: valueId,
    amount: amountCents,
    currency,
    expiresInMonths: GIFT_CARD_MONTHS,
    providers: [...providers],
  }
  if ('credits' in params) {
    const { credits } = params
    return { ...common, title: titleOf({ kind: 'credits', amount: credits }, language), credits }
  }
  const { planId, months, name, creditsPerCycle } = params
  return {
    ...common,
    title: titleOf({ kind: 'plan', amount: months, name }, language),
    planId,
    months,
    ...extraCredits(creditsPerCycle),
  }
}

/** Not said of a plan that comes with none. */
const extraCredits = (creditsPerCycle: number | undefined) =>
  creditsPerCycle ? { extraCredits: creditsPerCycle } : undefined

export const toGiftCard = (card: GiftCard, language: Language) => ({
  outTradeNo: card.orderId,
  orderNumber: card.orderNumber,
  ...commonOf(card, language),
  state: card.state,
  ...(card.code !== undefined && { code: card.code }),
  ...(card.recipient !== undefined && { recipient: card.recipient }),
  ...(card.resends && {
    resendsLeft: card.resends.left,
    ...(card.resends.at && { resendAt: wireInstant(card.resends.at) }),
  }),
  boughtAt: wireInstant(card.boughtAt),
})

export const toReceived = (card: GiftCard, language: Language) => ({
  ...commonOf(card, language),
  code: card.code ?? '',
})

const commonOf = ({ grants, design, giverName, message, expiresAt }: GiftCard, language: Language) => ({
  title: grants.map((reward) => titleOf(reward, language)).join(', '),
  ...extraCredits(grants.find(({ kind }) => kind === 'plan')?.creditsPerCycle),
  design,
  ...(giverName !== undefined && { giverName }),
  ...(message !== undefined && { message }),
  expiresAt: wireInstant(expiresAt),
})
