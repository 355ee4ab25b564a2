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
    // The other offers are not sold yet, and only members are offered anything.
    if (!rental || viewer.kind !== 'member') throw new AppError('NOT_ON_SALE')
    return toQuoteResponse(await rentals.quote(viewer, { ...order.title, credits: rental.credits }), viewer.language)
  },
}))
