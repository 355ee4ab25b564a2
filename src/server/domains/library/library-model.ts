export type ProfileViewer = { profileId: string; region: string; kids: boolean }

/** Without a guid: the film or the first episode. */
export type TitleRef = { programId: string; programGuid?: string | undefined }

/** `episode` is 0 for a film. */
export type EpisodeRef = TitleRef & { episode?: number | undefined }

export type DeviceTime = { at: Temporal.Instant; sentAt?: Temporal.Instant | undefined }

/** Seconds. */
export type ProgressReport = EpisodeRef &
  DeviceTime & { position: number; duration: number; device?: string | undefined }

export type WatchProgress = { position: number; finished: boolean }

/** Season and episode are 0 for a film. */
export type NewBookmark = WatchProgress & {
  profileId: string
  programId: string
  programGuid: string
  season: number
  episode: number
  duration: number
  at: Temporal.Instant
  /** By what its playing is counted; undefined: it is not. */
  play?: PlayContext | undefined
}

export type PlayContext = {
  region: string
  /** What opens the title. */
  access: string
  device: string
}

export type WatchedPart = { programGuid: string; season: number; episode: number; position: number; duration: number }

/** From the scopes of `history.query.ts`; instants are text. */
export type WatchedNote = {
  last: WatchedPart & { finished: boolean; at: string }
  /** The playable episode after a finished one. */
  next: WatchedPart | null
}

export type WatchedFacts = WatchedPart & {
  watchedAt: Temporal.Instant
  continueTag: boolean
  /** Seconds. */
  remaining: number
}

export type EpisodeProgress = { programGuid: string; position: number; finished: boolean }

/** `favorites` newest first. */
export type Memory = {
  favorites: readonly string[]
  progress: readonly ProgressReport[]
}
