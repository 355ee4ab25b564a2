import type { Clock } from '#server/kit/clock.ts'
import type { Resolution } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { AccountFacts, ScreeningFact } from '../access/index.ts'
import type { EdgeKey } from './edge-keys.rules.ts'
import type { GrantKind } from './grants.rules.ts'

/** Without a guid: the film or the first episode. */
export type PlaybackTarget = { programId: string; programGuid?: string | undefined }

export type PlaybackContext = { region: string; now: Temporal.Instant }

export type PlaybackAsset = {
  assetId: string
  maxResolution: Resolution
  previewKey: string | null
  subtitleLanguages: readonly string[]
  subtitleNames?: readonly string[]
}

export type PlaybackRole = 'film' | Exclude<GrantKind, 'movie'>

export type PlaybackTitle = {
  programId: string
  programGuid: string
  restriction: Restriction
  vodTypes: VodType[]
  credits: number
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  windowEndsAt: Temporal.Instant | null
  assets: Partial<Record<PlaybackRole, PlaybackAsset>>
}

export interface PlaybackTitles {
  playable(ref: PlaybackTarget, context: PlaybackContext): Promise<PlaybackTitle | undefined>
  publicPreview(assetId: string): Promise<string | undefined>
  /** Titles that fewer may watch than when grants, which still live, were given. */
  narrowed(): Promise<readonly string[]>
}

export interface PlaybackAccess {
  /** Null: a visitor, who owns nothing. */
  accountFacts(accountId: string | null): Promise<AccountFacts>
}

export interface PlaybackSeats {
  /** Undefined once the seat was revoked. */
  findFact(seatId: string): Promise<{ plays: number; screening: ScreeningFact } | undefined>
}

export type SeatPlay = { readonly seatId: string; readonly plays: number; readonly screening: ScreeningFact }

export interface PlaybackSessions {
  /** Undefined unless the session is active with this profile and nothing has revoked it. Ended unlocks raise `parentalVersion`. */
  findLive(use: {
    sessionId: string
    profileId: string | null
    kids: boolean
  }): Promise<{ parentalVersion: number } | undefined>
}

export interface PlaybackMedia {
  contentKey(assetId: string): Promise<Uint8Array | null>
}

export type SignedIn = { readonly deviceId: string; readonly name: string | null }

export interface DevicesOfSessions {
  devices(holder: { accountId: string; sessionId: string }): Promise<readonly SignedIn[]>
}

export interface StreamTitles {
  names(programIds: readonly string[]): Promise<ReadonlyMap<string, { zh: string; en: string }>>
}

export interface StreamSlots {
  begin(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult>
  /** @throws STREAM_ENDED when stopped from another device */
  resume(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult>
  /** Whether a grant opens playlists and keys; takes a missing slot if required. */
  admits(holder: StreamHolder, video: StreamVideo, requiresStreamSlot: boolean): Promise<boolean>
}

export type StreamHolder = { accountId: string; sessionId: string; profileId?: string | null | undefined }
export type StreamVideo = { programId: string; programGuid: string }

export type AccountStream = {
  streamId: string
  deviceName: string | null
  title: { zh: string; en: string } | undefined
  since: Temporal.Instant
  current: boolean
}

export type StreamSlotResult = { outcome: 'acquired' } | { outcome: 'full'; streams: AccountStream[] }

/** URL prefixes of `/v` and `/p`; empty for the own origin. */
export type HostBases = { free: string; main: string; uhd: string }

export interface PlaybackDeps {
  readonly clock: Clock
  /** Signs grants. */
  readonly key: Uint8Array
  /** Without it, or before the first key, grants are for Harbour alone. */
  readonly edgeKeys?: { signing(): Promise<EdgeKey | undefined> }
  readonly access: PlaybackAccess
  readonly titles: PlaybackTitles
  readonly media: PlaybackMedia
  readonly sessions: PlaybackSessions
  /** Required for guests of private screenings. */
  readonly seats?: PlaybackSeats
  readonly streams: StreamSlots
  readonly hosts: HostBases
}
