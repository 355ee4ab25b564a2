import * as endpoints from '#contract/orders.ts'
import { bind } from '../bind.ts'
import { formatLanguage } from './titles.presenter.ts'

/** The order call. */
export const orders = bind(endpoints, ({ playback }) => ({
  order: async (viewer, input) => {
    const { subtitles, ...found } = await playback.order(viewer, input)
    const labelled = subtitles.map((track) => ({ ...track, label: formatLanguage(track.lang, viewer.language) }))
    return { ...found, subtitles: labelled }
  },
}))
