/** The part of a viewer in a profile that the library needs. */
export type ProfileViewer = { profileId: string; region: string; kids: boolean }

/** A film or an episode; without a guid, the film or the first episode. */
export type TitleRef = { programId: string; programGuid?: string | undefined }

/** The same with the number of the episode that a caller takes it for; 0 for a film. */
export type EpisodeRef = TitleRef & { episode?: number | undefined }

/** A time by a device's own clock, and when that clock says it was sent. */
export type DeviceTime = { at: Temporal.Instant; sentAt?: Temporal.Instant | undefined }

/** Progress reported by a player, in seconds. */
export type ProgressReport = EpisodeRef & DeviceTime & { position: number; duration: number }

/** Stored watch progress: seconds, and whether the video was watched to its end. */
export type WatchProgress = { position: number; finished: boolean }

/** Progress to store, with its video; season and episode are 0 for a film. */
export type NewBookmark = WatchProgress & {
  profileId: string
  programId: string
  programGuid: string
  season: number
  episode: number
  duration: number
  at: Temporal.Instant
}

/** A video, and the position to resume or start at. */
export type WatchedPart = { programGuid: string; season: number; episode: number; position: number; duration: number }

/** What a profile watched of a title, as the scopes of `history.query.ts` note it. Instants within are text. */
export type WatchedNote = {
  last: WatchedPart & { finished: boolean; at: string }
  /** The episode after a finished one, when it can be played. */
  next: WatchedPart | null
}

/** What a list of watched titles says of each beside its card. */
export type WatchedFacts = WatchedPart & {
  watchedAt: Temporal.Instant
  continueTag: boolean
  /** Seconds to the end. */
  remaining: number
}

/** How far a profile has come in a video: seconds, and whether it was watched to its end. */
export type EpisodeProgress = { programGuid: string; position: number; finished: boolean }

/** A history that is put into a profile as if it had been lived: the favourites, the newest first, and progress. */
export type Memory = {
  favorites: readonly string[]
  progress: readonly ProgressReport[]
}
