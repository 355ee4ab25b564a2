import type { DomainModule } from '../domain-module.ts'
import { createStreamAuthorization } from './stream-authorization.service.ts'
import { grantKey } from './grants.rules.ts'
import type { PlaybackDeps } from './ports.ts'
import { createAuthorization } from './authorize.service.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { networkShares } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'
import { countReports, deleteReportDays, deleteReports, insertReport, type PlaybackReport } from './playback.repo.ts'
import { countedAtMost } from './reports.rules.ts'
import { hongKongDay } from '#server/kit/instants.ts'

/**
 * Playback: grants, stream authorization, concurrent streams, quality reports, keys of edges. Owns playback_stream, playback_report,
 * playback_report_day, playback_error_day and edge_key; grants are signed, not stored. Never decides access (access) or serves files
 * (media, wire).
 */
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { PlayableStream } from './authorize.service.ts'
export type { AccountStream, PlaybackTitle, StreamSlots } from './ports.ts'
export { createEdgeKeys, type EdgeKeys } from './edge-keys.service.ts'
export type { Grant } from './grants.rules.ts'
export { createStreams, type Streams, type StreamSigns } from './streams.service.ts'

export type Playback = ReturnType<typeof createPlayback>

export function createPlayback({ masterKey, ...deps }: Omit<PlaybackDeps, 'key'> & { masterKey: Uint8Array }) {
  const key = grantKey(masterKey)
  const authorization = createAuthorization({ ...deps, key })
  const streamAuthorization = createStreamAuthorization({ ...deps, key })
  const domainModule: DomainModule = {
    caches: [{ clear: streamAuthorization.clearDecisions }, { clear: authorization.clearKnown }],
  }
  return { authorization, streamAuthorization, domainModule }
}

export type PlaybackReports = ReturnType<typeof createPlaybackReports>

/** Per address: too few to shape a day's figures. */
export const REPORT_RATE = { burst: 10, perSecond: 1 / 60 } as const
const DUE_EVERY_MS = 15 * 60_000
const REPORTS_KEPT_DAYS = 14
const DAYS_KEPT = 400

/** Anonymous quality reports, sampled and aggregated by day. */
export function createPlaybackReports({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, REPORT_RATE)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'playback reports', everyMs: DUE_EVERY_MS, run: runDue }],
  }
  return { record, runDue, domainModule }

  async function record(report: PlaybackReport, address: string): Promise<void> {
    if (buckets.take(networkShares(address)) > 0) return
    await insertReport(db, { at: clock.now(), report: countedAtMost(report) })
  }

  async function runDue(): Promise<void> {
    const now = clock.now()
    const today = hongKongDay(now)
    await countReports(db, today)
    await deleteReports(db, now.subtract({ hours: REPORTS_KEPT_DAYS * 24 }))
    await deleteReportDays(db, today.subtract({ days: DAYS_KEPT }))
  }
}
