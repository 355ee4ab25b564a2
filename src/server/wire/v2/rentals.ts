import { AppError } from '#contract/errors.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import * as endpoints from '#contract/rentals.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toPlayableResponse } from './orders.presenter.ts'

/** Renting with credits, and what is rented. */
export const rentals = bind(endpoints, ({ cards, ledger, playback, rentals }) => ({
  payPlay: async (viewer, { programId, programGuid, payment, resourceId }) => {
    const { charged, rentedUntil } = await rentals.purchase(viewer, { programId, programGuid, payment, resourceId })
    const order = await playback.order(viewer, { programId, programGuid, kind: 'movie' })
    // The rental can have been taken back meanwhile, with its credits.
    if (order.outcome === 'quote') throw new AppError('QUOTE_EXPIRED')
    const { pointsMonthly, pointsRecharge } = await ledger.points(viewer.accountId)
    return {
      ...toPlayableResponse(order, viewer.language),
      charged,
      creditsLeft: pointsMonthly + pointsRecharge,
      ...(rentedUntil && { rentedUntil: wireInstant(rentedUntil) }),
    }
  },

  tvodPurchasedList: async (viewer, { page, pageSize = PAGE_SIZE.portrait }) => {
    const { titles, total } = await rentals.list(viewer, { page, pageSize })
    const programs = cards.localize(
      viewer,
      titles.map(({ title }) => title),
    )
    const list = titles.map(({ startsAt, endsAt, remainingMinutes }, n) => ({
      program: { ...programs[n]!, remainingMinute: remainingMinutes, expiresAt: wireInstant(endsAt) },
      purchasedAt: wireInstant(startsAt),
      expiresAt: wireInstant(endsAt),
      remainingMinute: remainingMinutes,
    }))
    return { list, page, pageSize, total }
  },
}))
