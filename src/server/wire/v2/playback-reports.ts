import * as endpoints from '#contract/playback-reports.ts'
import { deviceClassOf } from '#server/domains/visits/index.ts'
import { bind } from '../bind.ts'

export const playbackReports = bind(endpoints, ({ playback, playbackReports, plays }) => ({
  reportPlayback: async (_, report, { address }) => {
    await playbackReports.record(report, address)
    return {}
  },

  countPlay: async ({ region }, { grant }, { address, context }) => {
    const stream = playback.streamAuthorization.visitorStream(grant)
    if (stream) await plays.count({ ...stream, region, grant, device: deviceClassOf(context) }, address)
    return {}
  },
}))
