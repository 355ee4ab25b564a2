import type { Watched, WatchedCard } from '#contract/library.ts'
import type { Episode, Program, ProgramCard } from '#contract/programs.ts'
import { hasContinuation, isFinished, remainingOf } from '#contract/watch-progress.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { playLink } from '#web/viewer/cards/play-link.ts'
import { episodeAfter } from './episodes.rules.ts'

/** A place in a film or an episode, as the player reports it. Times in whole seconds. */
export interface WatchProgress {
  readonly programId: string
  readonly programGuid: string
  /** 0 for a film, as `episode`. */
  readonly season: number
  readonly episode: number
  readonly position: number
  readonly duration: number
  /** Seen to its end. */
  readonly finished: boolean
  /** The player's own time, ISO with an offset. */
  readonly at: string
}

/**
 * The position to start at: the requested one, but the beginning when it counts as finished or is no position of the video. An
 * unknown duration (0, undefined) leaves it as it is.
 */
export function startAt(requested: number, duration = 0, endPosition = 0): number {
  if (!Number.isFinite(requested) || requested <= 0) return 0
  return duration > 0 && isFinished({ position: requested, duration, endPosition }) ? 0 : requested
}

/** What is known of one film or episode. */
export interface StoredProgress {
  readonly position: number
  readonly watched: boolean
}

/** How far a viewer is with a title. */
export interface Progress {
  /** What was watched last of it. */
  readonly last: (Pick<WatchProgress, 'programGuid' | 'position'> & { readonly finished: boolean }) | undefined
  /** By programGuid. */
  readonly marks: ReadonlyMap<string, StoredProgress>
}

export const NO_PROGRESS: Progress = { last: undefined, marks: new Map() }

/** Where to go on with a title. `episode` 0: the film. */
export interface ResumePoint {
  readonly programGuid: string
  readonly season: number
  readonly episode: number
  readonly position: number
}

type Titled = Pick<Program, 'programId' | 'programGuid' | 'programType' | 'dramaList'>

/** Where to go on: where it was left, or the episode after a finished one. Undefined when nothing was begun, or nothing is left. */
export function resumeOf(title: Titled, { last, marks }: Progress): ResumePoint | undefined {
  if (!last) return undefined
  if (title.programType === 'movie') {
    const { programGuid, position } = last
    return last.finished || position <= 0 ? undefined : { programGuid, position, season: 0, episode: 0 }
  }
  const current = title.dramaList.find(({ programGuid }) => programGuid === last.programGuid)
  if (current && !last.finished) return pointAt(current, last.position)
  const next = current && episodeAfter(title.dramaList, current.programGuid)
  if (!next) return undefined
  const mark = marks.get(next.programGuid)
  return pointAt(next, mark && !mark.watched ? mark.position : 0)
}

/** How far a visitor is, by what this browser remembers. */
export function visitorProgress(places: readonly WatchProgress[], programId: string): Progress {
  const own = places.filter((place) => place.programId === programId && place.position > 0)
  const marks = new Map<string, StoredProgress>(
    own.map(({ programGuid, position, finished }) => [programGuid, { position, watched: finished }]),
  )
  return { last: own[0], marks }
}

/** Where a card of the row of what to go on with goes on; undefined for any other card. */
export function watchedPoint(card: ProgramCard | WatchedCard | undefined): ResumePoint | undefined {
  if (!card || !('episode' in card)) return undefined
  const { programGuid, season, episode, position } = card
  return { programGuid, season, episode, position }
}

/** What is made ready before play is pressed: the place to go on at. */
export const startOf = (point: ResumePoint | undefined): { programGuid: string; start: number } | undefined =>
  point && { programGuid: point.programGuid, start: point.position }

const pointAt = ({ programGuid, season, episode }: Episode, position: number): ResumePoint => ({
  programGuid,
  season,
  episode,
  position,
})

/** The link that goes on at a point; from the beginning without one. */
export function resumeLink(title: Parameters<typeof playLink>[0], point: ResumePoint | undefined): string {
  if (!point) return playLink(title)
  const { programId, programType } = title
  const { programGuid, episode } = point
  const position = point.position > 0 ? { position: point.position } : {}
  return programType === 'drama'
    ? paths.playDrama({ programId, programGuid, episode, ...position })
    : paths.play({ programId, programGuid, ...position })
}

/** A place as `mywatched/last` answers it. */
export function watchedOf(place: WatchProgress, title: Pick<Program, 'dramaList'> | undefined): Watched {
  const { programGuid, season, episode, position, duration, at, finished } = place
  const continueTag = hasContinuation(finished, episodeAfter(title?.dramaList ?? [], programGuid))
  return { programGuid, season, episode, position, duration, watchedAt: at, continueTag }
}

type Continuation = Watched & Pick<WatchedCard, 'remaining'>

/** A place as the row of what to go on with shows it; undefined when nothing is left. */
export function continuationOf(
  place: WatchProgress,
  title: Pick<Program, 'dramaList'> | undefined,
): Continuation | undefined {
  const facts = watchedOf(place, title)
  if (!place.finished) return { ...facts, remaining: remainingOf(place) }
  const next = episodeAfter(title?.dramaList ?? [], place.programGuid)
  if (!next) return undefined
  const { programGuid, season, episode, duration = 0 } = next
  const position = next.watched ? 0 : (next.position ?? 0)
  return { ...facts, programGuid, season, episode, duration, position, remaining: remainingOf({ position, duration }) }
}
