import * as endpoints from '#contract/playback-reports.ts'
import { bind } from '../bind.ts'

export const playbackReports = bind(endpoints, ({ playbackReports }) => ({
  reportPlayback: async (_, report, { address }) => {
    await playbackReports.record(report, address)
    return {}
  },
}))
