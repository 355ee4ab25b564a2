import { AppError } from '#contract/errors.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import * as endpoints from '#contract/rentals.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toPlayableResponse } from './playback.presenter.ts'

export const rentals = bind(endpoints, ({ cards, ledger, playback, rentals }) => ({
  payPlay: async (viewer, { programId, programGuid, payment, resourceId }) => {
    const bought = await rentals.purchase(viewer, { programId, programGuid, payment, resourceId })
    const answer = await playback.authorization.authorize(viewer, {
      programId,
      programGuid,
      kind: 'movie',
      phase: 'preload',
    })
    // The rental can have been taken back meanwhile, with what was paid for it. It takes a slot among the streams when it plays.
    if (answer.outcome !== 'playable') throw new AppError('QUOTE_EXPIRED')
    const { pointsMonthly, pointsRecharge, ticketList } = await ledger.points(viewer.accountId)
    const vouchers = ticketList.filter(({ kind }) => kind === 'voucher')
    const { charged, unit, rentedUntil } = bought
    return {
      ...toPlayableResponse(answer, viewer.language),
      charged,
      unit,
      creditsLeft: pointsMonthly + pointsRecharge,
      vouchersLeft: vouchers.reduce((sum, { count }) => sum + count, 0),
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
