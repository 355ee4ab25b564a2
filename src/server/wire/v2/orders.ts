import { AppError } from '#contract/errors.ts'
import * as endpoints from '#contract/orders.ts'
import { priceOf } from '#server/domains/rentals/index.ts'
import { bind } from '../bind.ts'
import { toPlayableResponse, toQuoteResponse } from './orders.presenter.ts'
import { toRunningStreams } from './streams.presenter.ts'

export const orders = bind(endpoints, ({ playback, rentals }) => ({
  order: async (viewer, input) => {
    const order = await playback.authorization.authorize(viewer, input)
    if (order.outcome === 'playable') return toPlayableResponse(order, viewer.language)
    if (order.outcome === 'full')
      throw new AppError('STREAM_LIMIT', { streams: toRunningStreams(order.streams, viewer) })
    const price = order.offers.flatMap((offer) => priceOf(offer) ?? [])[0]
    if (viewer.kind !== 'member') throw new AppError('LOGIN_REQUIRED')
    if (!price) throw new AppError(order.offers.some(({ kind }) => kind === 'plan') ? 'PLAN_REQUIRED' : 'NOT_ON_SALE')
    return toQuoteResponse(await rentals.quote(viewer, { ...order.title, ...price }), viewer.language)
  },
}))
