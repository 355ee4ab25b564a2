import { AppError } from '#contract/errors.ts'
import * as endpoints from '#contract/orders.ts'
import { bind } from '../bind.ts'
import { toPlayableResponse, toQuoteResponse } from './orders.presenter.ts'

/** The order call: a playlist, or what the title costs. */
export const orders = bind(endpoints, ({ playback, rentals }) => ({
  order: async (viewer, input) => {
    const order = await playback.order(viewer, input)
    if (order.outcome === 'playable') return toPlayableResponse(order, viewer.language)
    const rental = order.offers.find((offer) => offer.kind === 'rental')
    // Only members are offered anything.
    if (viewer.kind !== 'member') throw new AppError('LOGIN_REQUIRED')
    if (!rental) throw new AppError(order.offers.some(({ kind }) => kind === 'plan') ? 'PLAN_REQUIRED' : 'NOT_ON_SALE')
    return toQuoteResponse(await rentals.quote(viewer, { ...order.title, credits: rental.credits }), viewer.language)
  },
}))
