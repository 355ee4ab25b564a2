import { order } from '#contract/orders.ts'
import type { Handle } from '../handle.ts'
import type { Domains } from '../domains.ts'
import { formatLanguage } from './titles.presenter.ts'

/** The order call. */
export const orders = (on: Handle, { playback }: Pick<Domains, 'playback'>) => {
  on(order, async (viewer, input) => {
    const { subtitles, ...found } = await playback.order(viewer, input)
    const named = subtitles.map((track) => ({ ...track, label: formatLanguage(track.lang, viewer.language) }))
    return { ...found, subtitles: named }
  })
}
