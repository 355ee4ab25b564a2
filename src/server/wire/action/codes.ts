import * as endpoints from '#contract/codes.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toGiftCard, toGiftCardValue, toRewards, toReceived } from './codes.presenter.ts'

export const codes = bind(endpoints, ({ codes, payments }) => ({
  redeemPromotionCode: async ({ accountId, language }, { code, preview }, { address }) => {
    const { kind, grants, redeemedAt } = await codes.redemptions[preview ? 'preview' : 'redeem']({
      accountId,
      code,
      address,
    })
    const gift = kind === 'giftcard' ? await codes.giftCards.giftOf(code) : undefined
    return {
      kind,
      grants: toRewards(grants, language),
      ...gift,
      ...(redeemedAt && { redeemedAt: wireInstant(redeemedAt) }),
    }
  },

  giftCardValues: async ({ language }) => ({
    list: (await codes.giftCards.values()).map((value) =>
      toGiftCardValue(value, payments.kindsFor(value.amountCents), language),
    ),
  }),

  giftCardBalance: async (viewer, { code }, { address }) => {
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const { deviceSerial } = viewer
    const { state, grants } = await codes.giftCards.balance({ accountId, deviceSerial, address, code })
    return { state, grants: toRewards(grants, viewer.language) }
  },

  giftCardList: async ({ accountId, language }, { page, pageSize = PAGE_SIZE.landscape }) => {
    const { list, ...counts } = await codes.giftCards.list({ accountId, page, pageSize })
    return { ...counts, list: list.map((card) => toGiftCard(card, language)) }
  },

  giftCardResend: async ({ accountId }, { outTradeNo }) => {
    const { left, at } = await codes.giftCards.resend({ accountId, orderId: outTradeNo })
    return { resendsLeft: left, resendAt: wireInstant(at) }
  },

  giftCardReceived: async ({ accountId, language }) => ({
    list: (await codes.giftCards.received(accountId)).map((card) => toReceived(card, language)),
  }),
}))
