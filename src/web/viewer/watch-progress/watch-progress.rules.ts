import type { Watched, WatchedCard } from '#contract/programs.ts'
import type { Episode, Program, ProgramCard } from '#contract/programs.ts'
import { hasContinuation, isFinished, remainingOf } from '#contract/watch-progress.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { playLink } from '#web/viewer/cards/play-link.ts'
import { episodeAfter } from './episodes.rules.ts'

/** Times in whole seconds. */
export interface WatchProgress {
  readonly programId: string
  readonly programGuid: string
  /** 0 for a movie, as `episode`. */
  readonly season: number
  readonly episode: number
  readonly position: number
  readonly duration: number
  readonly finished: boolean
  /** The client's time, ISO 8601 with an offset. */
  readonly at: string
}

/** The beginning when the position counts as finished; an unknown duration (0) leaves it. */
export function startAt(requested: number, duration = 0, endPosition = 0): number {
  if (!Number.isFinite(requested) || requested <= 0) return 0
  return duration > 0 && isFinished({ position: requested, duration, endPosition }) ? 0 : requested
}

export interface StoredProgress {
  readonly position: number
  readonly watched: boolean
}

export interface Progress {
  readonly last: (Pick<WatchProgress, 'programGuid' | 'position'> & { readonly finished: boolean }) | undefined
  /** By programGuid. */
  readonly episodes: ReadonlyMap<string, StoredProgress>
}

export const NO_PROGRESS: Progress = { last: undefined, episodes: new Map() }

/** `episode` 0: the movie. */
export interface ResumePoint {
  readonly programGuid: string
  readonly season: number
  readonly episode: number
  readonly position: number
}

type Titled = Pick<Program, 'programId' | 'programGuid' | 'programType' | 'dramaList'>

/** Undefined when nothing was started, or nothing is left. */
export function resumeOf(title: Titled, { last, episodes }: Progress): ResumePoint | undefined {
  if (!last) return undefined
  if (title.programType === 'movie') {
    const { programGuid, position } = last
    return last.finished || position <= 0 ? undefined : { programGuid, position, season: 0, episode: 0 }
  }
  const current = title.dramaList.find(({ programGuid }) => programGuid === last.programGuid)
  if (current && !last.finished) return pointAt(current, last.position)
  const next = current && episodeAfter(title.dramaList, current.programGuid)
  if (!next) return undefined
  const known = episodes.get(next.programGuid)
  return pointAt(next, known && !known.watched ? known.position : 0)
}

export function visitorProgress(stored: readonly WatchProgress[], programId: string): Progress {
  const own = stored.filter((entry) => entry.programId === programId && entry.position > 0)
  const episodes = new Map<string, StoredProgress>(
    own.map(({ programGuid, position, finished }) => [programGuid, { position, watched: finished }]),
  )
  return { last: own[0], episodes }
}

export function watchedPoint(card: ProgramCard | WatchedCard | undefined): ResumePoint | undefined {
  if (!card || !('episode' in card)) return undefined
  const { programGuid, season, episode, position } = card
  return { programGuid, season, episode, position }
}

export const startOf = (point: ResumePoint | undefined): { programGuid: string; start: number } | undefined =>
  point && { programGuid: point.programGuid, start: point.position }

const pointAt = ({ programGuid, season, episode }: Episode, position: number): ResumePoint => ({
  programGuid,
  season,
  episode,
  position,
})

export function resumeLink(title: Parameters<typeof playLink>[0], point: ResumePoint | undefined): string {
  if (!point) return playLink(title)
  const { programId, programType } = title
  const { programGuid, episode } = point
  const position = point.position > 0 ? { position: point.position } : {}
  return programType === 'drama'
    ? paths.playDrama({ programId, programGuid, episode, ...position })
    : paths.play({ programId, programGuid, ...position })
}

export function watchedOf(progress: WatchProgress, title: Pick<Program, 'dramaList'> | undefined): Watched {
  const { programGuid, season, episode, position, duration, at, finished } = progress
  const continueTag = hasContinuation(finished, episodeAfter(title?.dramaList ?? [], programGuid))
  return { programGuid, season, episode, position, duration, watchedAt: at, continueTag }
}

type Continuation = Watched & Pick<WatchedCard, 'remaining'>

export function continuationOf(
  progress: WatchProgress,
  title: Pick<Program, 'dramaList'> | undefined,
): Continuation | undefined {
  const facts = watchedOf(progress, title)
  if (!progress.finished) return { ...facts, remaining: remainingOf(progress) }
  const next = episodeAfter(title?.dramaList ?? [], progress.programGuid)
  if (!next) return undefined
  const { programGuid, season, episode, duration = 0 } = next
  const position = next.watched ? 0 : (next.position ?? 0)
  return { ...facts, programGuid, season, episode, duration, position, remaining: remainingOf({ position, duration }) }
}
