import type { DomainModule } from '../domain-module.ts'
import { createStreamAuthorization } from './stream-authorization.service.ts'
import { grantKey } from './grants.rules.ts'
import type { PlaybackDeps } from './ports.ts'
import { createAuthorization } from './authorize.service.ts'

/**
 * Playback: grants, stream authorization, concurrent streams, quality reports. Owns playback_stream, playback_report,
 * playback_report_day and playback_error_day; grants are signed, not stored. Never decides access (access) or serves files (media, wire).
 */
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { PlayableStream } from './authorize.service.ts'
export type { AccountStream, PlaybackTitle, StreamSlots } from './ports.ts'
export { createPlaybackReports, type PlaybackReports } from './reports.service.ts'
export { createStreams, type Streams } from './streams.service.ts'

export type Playback = ReturnType<typeof createPlayback>

export function createPlayback({ masterKey, ...deps }: Omit<PlaybackDeps, 'key'> & { masterKey: Uint8Array }) {
  const key = grantKey(masterKey)
  const authorization = createAuthorization({ ...deps, key })
  const delivery = createStreamAuthorization({ ...deps, key })
  const domainModule: DomainModule = {
    caches: [{ clear: delivery.clearDecisions }, { clear: authorization.clearKnown }],
  }
  return {
    authorize: authorization.authorize,
    authorizeSeat: authorization.authorizeSeat,
    mayPlay: authorization.mayPlay,
    hasGrant: delivery.hasGrant,
    admit: delivery.admit,
    contentKey: delivery.contentKey,
    isPublicPreview: delivery.isPublicPreview,
    domainModule,
  }
}
