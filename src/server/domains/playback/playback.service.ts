import type { Clock } from '#server/kit/clock.ts'
import type { DomainModule } from '../domain-module.ts'
import { createStreamAuthorization } from './stream-authorization.service.ts'
import { grantKey } from './grants.rules.ts'
import type { HostBases } from './orders.rules.ts'
import { createOrders } from './orders.service.ts'
import type {
  PlaybackAccess,
  PlaybackMedia,
  PlaybackSeats,
  PlaybackSessions,
  PlaybackTitles,
  StreamSlots,
} from './ports.ts'

export type PlaybackDeps = {
  clock: Clock
  /** What the key that signs grants is derived from. */
  masterKey: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  media: PlaybackMedia
  sessions: PlaybackSessions
  /** Without it, no guest of a private screening plays anything. */
  seats?: PlaybackSeats
  streams: StreamSlots
  hosts: HostBases
}

export type Playback = ReturnType<typeof createPlayback>

/** The public API of playback; `index.ts` says what it owns. */
export function createPlayback({ masterKey, ...deps }: PlaybackDeps) {
  const key = grantKey(masterKey)
  const { clearDecisions, ...authorization } = createStreamAuthorization({ ...deps, key })
  const { clearKnown, ...orders } = createOrders({ ...deps, key })
  const domainModule: DomainModule = { caches: [{ clear: clearDecisions }, { clear: clearKnown }] }
  return { ...orders, ...authorization, domainModule }
}
