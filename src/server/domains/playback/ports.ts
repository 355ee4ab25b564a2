import type { Resolution } from '#contract/resolutions.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { AccountFacts, ScreeningFact } from '../access/index.ts'
import type { GrantKind } from './grants.rules.ts'

/** What is to be played: a title, and one guid of it (the film or the first episode when not said). */
export type PlaybackTarget = { programId: string; programGuid?: string | undefined }

/** Where and when it is to be played. */
export type PlaybackContext = { region: string; now: Temporal.Instant }

/** What an order needs of one asset. `previewKey` is the store key of the public preview, null where there is none. */
export type PlaybackAsset = {
  assetId: string
  maxResolution: Resolution
  previewKey: string | null
  subtitleLanguages: readonly string[]
}

/** The role of an asset in its title. */
export type PlaybackRole = 'film' | Exclude<GrantKind, 'movie'>

/** One guid of a published title, with what decides who may play it. */
export type PlaybackTitle = {
  programId: string
  programGuid: string
  restriction: Restriction
  vodTypes: VodType[]
  credits: number
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  /** The end of the licence window that is open; null when it has none. */
  windowEndsAt: Temporal.Instant | null
  assets: Partial<Record<PlaybackRole, PlaybackAsset>>
}

/** What playback requires of the catalogue. */
export interface PlaybackTitles {
  /** One guid of a published title; undefined when there is none, or the guid is not the title's. */
  playable(ref: PlaybackTarget, context: PlaybackContext): Promise<PlaybackTitle | undefined>
  /** The store key of the preview of a published title's asset; undefined when it has none, or its class forbids one. */
  publicPreview(assetId: string): Promise<string | undefined>
}

/** What playback requires of access. */
export interface PlaybackAccess {
  /** What an account owns; nothing for a visitor (null). */
  accountFacts(accountId: string | null): Promise<AccountFacts>
}

/** What playback requires of the private cinema. */
export interface PlaybackSeats {
  /** What a guest's seat opens, and the number of its newest order; undefined once the seat was taken back. */
  findFact(seatId: string): Promise<{ plays: number; screening: ScreeningFact } | undefined>
}

/** A guest's seat with the number of this order. */
export type SeatOrder = { readonly seatId: string; readonly plays: number; readonly screening: ScreeningFact }

/** What playback requires of the sessions that its grants were given to. */
export interface PlaybackSessions {
  /**
   * The session, while it is active with this profile, the profile has not become a kids profile since, and its account is not being
   * closed. `parentalVersion` is raised by whatever ends the account's unlocks.
   */
  findLive(use: {
    sessionId: string
    profileId: string | null
    kids: boolean
  }): Promise<{ parentalVersion: number } | undefined>
}

/** What playback requires of the media. */
export interface PlaybackMedia {
  /** The 16 bytes that open an asset's segments; null for an asset that is not ready. */
  contentKey(assetId: string): Promise<Uint8Array | null>
}

/** A session that has not ended, by its device. */
export type SignedIn = { readonly deviceId: string; readonly name: string | null }

/** The devices that an account is signed in on. */
export interface DevicesOfSessions {
  devices(holder: { accountId: string; sessionId: string }): Promise<readonly SignedIn[]>
}

/** The names of titles, also of those that the viewer could not open now. */
export interface StreamTitles {
  names(programIds: readonly string[]): Promise<ReadonlyMap<string, { zh: string; en: string }>>
}

/** What orders and grants require of the account's streams. */
export interface StreamSlots {
  /** Takes a slot for a session that begins to play a video, or names the streams that take all of them. */
  begin(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult>
  /** The same for a stream that runs. @throws STREAM_ENDED when it was stopped from another device */
  resume(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult>
  /** Whether a grant still opens playlists and keys. One that needs a slot takes it for a stream that has none. */
  admits(holder: StreamHolder, video: StreamVideo, requiresSlot: boolean): Promise<boolean>
}

/** Whose stream it is: a member, or a grant that was given to one. */
export type StreamHolder = { accountId: string; sessionId: string; profileId?: string | null | undefined }
export type StreamVideo = { programId: string; programGuid: string }

/** A running stream, as its account sees it. The name of its device or title is missing where it is not known any more. */
export type AccountStream = {
  streamId: string
  deviceName: string | null
  title: { zh: string; en: string } | undefined
  since: Temporal.Instant
  /** It runs in the session that asks. */
  current: boolean
}

/** A stream has its slot, or the account's other streams take all of them. */
export type StreamSlotResult = { outcome: 'acquired' } | { outcome: 'full'; streams: AccountStream[] }
