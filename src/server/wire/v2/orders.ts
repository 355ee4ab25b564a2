import { AppError } from '#contract/errors.ts'
import * as endpoints from '#contract/orders.ts'
import { bind } from '../bind.ts'
import { formatLanguage } from './titles.presenter.ts'

/** The order call. */
export const orders = bind(endpoints, ({ playback }) => ({
  order: async (viewer, input) => {
    const order = await playback.order(viewer, input)
    // Nothing is sold yet, so that no quote can be made (MONEY "Rentals and quotes").
    if (order.outcome === 'quote') throw new AppError('NOT_ON_SALE')
    const { outcome: _, subtitles, ...playable } = order
    const labelled = subtitles.map((track) => ({ ...track, label: formatLanguage(track.lang, viewer.language) }))
    return { ...playable, subtitles: labelled }
  },
}))
