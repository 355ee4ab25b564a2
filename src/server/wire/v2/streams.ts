import { AppError } from '#contract/errors.ts'
import * as endpoints from '#contract/streams.ts'
import { bind } from '../bind.ts'
import { toRunningStreams } from './streams.presenter.ts'

export const streams = bind(endpoints, ({ streams, playback }) => ({
  streamList: async (viewer) => ({ list: toRunningStreams(await streams.list(viewer), viewer) }),

  endStream: async (viewer, { streamId }) => {
    await streams.end(viewer, streamId)
    return {}
  },

  keepStream: async (viewer, video) => {
    if (!(await playback.authorization.entitlement(viewer, video))) throw new AppError('NOT_ALLOWED')
    const slot = await streams.keep(viewer, video)
    if (slot.outcome === 'full') throw new AppError('STREAM_LIMIT', { streams: toRunningStreams(slot.streams, viewer) })
    return {}
  },

  leaveStream: async (viewer, video) => {
    await streams.leave(viewer, video)
    return {}
  },
}))
