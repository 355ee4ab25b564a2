import { AppError } from '#contract/errors.ts'
import * as endpoints from '#contract/playback.ts'
import { priceOf } from '#server/domains/rentals/index.ts'
import { bind } from '../bind.ts'
import { toPlayableResponse, toQuoteResponse } from './playback.presenter.ts'
import { toRunningStreams } from './streams.presenter.ts'

export const playback = bind(endpoints, ({ playback: { authorization }, rentals }) => ({
  order: async (viewer, input) => {
    const answer = await authorization.authorize(viewer, input)
    if (answer.outcome === 'playable') return toPlayableResponse(answer, viewer.language)
    if (answer.outcome === 'full')
      throw new AppError('STREAM_LIMIT', { streams: toRunningStreams(answer.streams, viewer) })
    const price = answer.offers.flatMap((offer) => priceOf(offer) ?? [])[0]
    if (viewer.kind !== 'member') throw new AppError('LOGIN_REQUIRED')
    if (!price) throw new AppError(answer.offers.some(({ kind }) => kind === 'plan') ? 'PLAN_REQUIRED' : 'NOT_ON_SALE')
    return toQuoteResponse(await rentals.quote(viewer, { ...answer.title, ...price }), viewer.language)
  },
}))
