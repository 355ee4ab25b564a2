import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { STREAM_KEEP_SECONDS } from '#contract/devices.ts'
import { getBookmark } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import { isFinished } from '#contract/watch-progress.ts'
import { useCall } from '#web/kit/use-call.ts'
import { readSession, useSession } from '#web/viewer/session/session.ts'
import { saveWatchProgress } from '#web/viewer/watch-progress/save-watch-progress.ts'
import { visitorProgress } from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { startAt } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import type { EpisodeChoice, PlayableTitle } from '../controls/player-context.ts'
import type { Playback, PlayRequest } from '../engine/engine.ts'

const BOOKMARK_TIMEOUT_MS = 5000

const NOTHING_STORED = { position: 0, finished: false }

/** Not trailers and plain files. */
const hasProgress = ({ kind, file }: PlayRequest): boolean => kind === 'movie' && file === undefined

interface Resume {
  from: number | undefined
  isStored: boolean
}

/** Order: the route's position, the bookmark (a visitor's is in this browser), 0. Finished or late bookmarks count as 0. */
export function useResume(request: PlayRequest, routeStart: number, title: PlayableTitle | undefined): Resume {
  const { programId, programGuid } = request
  const { token, profile } = useSession()
  const isWanted = hasProgress(request) && routeStart === 0
  const bookmark = useCall(getBookmark, { programId, programGuid }, { enabled: isWanted && profile !== undefined })
  const [isLate, setLate] = useState(false)
  const isFetching = isWanted && profile !== undefined && bookmark.isFetching && !isLate
  useLayoutEffect(() => {
    if (!isFetching) return
    const timer = setTimeout(() => setLate(true), BOOKMARK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isFetching])
  const own = visitorProgress().find((one) => one.programGuid === programGuid)
  const stored = token ? bookmark.data : (own ?? NOTHING_STORED)
  const isStored = !stored || stored.finished || stored.position > 0
  if (!isWanted || !title) return { from: routeStart, isStored }
  if (isFetching) return { from: undefined, isStored }
  const position = stored && !stored.finished ? stored.position : 0
  return { from: startAt(position, title.duration, title.points.endPosition), isStored }
}

interface Watching {
  playback: Playback | null
  title: PlayableTitle | undefined
  program: Program | undefined
  episodes: EpisodeChoice | undefined
  isStored: boolean
}

/** @returns the episode choice, wrapped: choosing another at the end marks this one as watched */
export function useReportProgress({
  playback,
  title,
  program,
  episodes,
  isStored,
}: Watching): EpisodeChoice | undefined {
  const queries = useQueryClient()
  const reporter = useRef<ProgressReporter>(null)
  const known = useRef({ title, program, isStored })
  useLayoutEffect(() => {
    known.current = { title, program, isStored }
  })
  // A layout effect: after the playback is destroyed the element has no position.
  useLayoutEffect(() => {
    if (!playback || !hasProgress(playback.request)) return
    const { programId, programGuid } = playback.request
    const owner = progressOwner()
    const own = createProgressReporter({
      video: playback.video,
      endPosition: () => known.current.title?.points.endPosition ?? 0,
      isStored: () => known.current.isStored,
      report: (progress) => {
        // The viewer has changed.
        if (owner !== progressOwner()) return
        const watched = known.current.program
        const part = watched?.dramaList.find((one) => one.programGuid === programGuid)
        const { season = 0, episode = 0 } = part ?? {}
        const at = new Date().toISOString()
        forgetRoutePosition()
        const own = { programId, programGuid, season, episode, at, ...progress }
        const send = ({ position, duration }: ReportedProgress) => playback.report({ position, duration, at })
        void saveWatchProgress(queries, own, { program: watched, send })
      },
    })
    reporter.current = own
    return () => own.close()
  }, [playback, queries])
  return useMemo(
    () =>
      episodes && {
        ...episodes,
        choose: (episode) => {
          reporter.current?.skip()
          episodes.choose(episode)
        },
      },
    [episodes],
  )
}

function progressOwner(): string {
  const { token, profile, pattern } = readSession()
  return token ? (profile?.profileId ?? '') : pattern
}

/** Without the router: a reload resumes at the saved position. */
function forgetRoutePosition(): void {
  const [path = '', query = ''] = location.hash.split('?')
  const params = new URLSearchParams(query)
  if (!params.has('position')) return
  params.delete('position')
  history.replaceState(history.state, '', `${path}?${params}`)
}

export const SAVE_EVERY_MS = STREAM_KEEP_SECONDS * 1000
/** The first report of a playback. */
const FIRST_MS = 10_000
/** Played seconds before the first report: a video left at once keeps its stored progress. */
const PLAYED_MIN_S = 15
/** The same without stored progress. */
const STARTED_MIN_S = 3
/** Seconds between two `timeupdate` events; more is a seek. */
const STEP_MAX_S = 2

export interface ReportedProgress {
  position: number
  duration: number
  finished: boolean
}

interface ProgressReporterOptions {
  video: HTMLVideoElement
  /** Seconds; 0 while unknown. */
  endPosition: () => number
  /** True while unknown. */
  isStored: () => boolean
  report: (progress: ReportedProgress) => void
  now?: () => number
}

export interface ProgressReporter {
  /** Next episode chosen: at its end this one counts as watched, however little of it was played. */
  skip(): void
  close(): void
}

const minimumPlayed = (duration: number, isStored: boolean): number =>
  Math.min(isStored ? PLAYED_MIN_S : STARTED_MIN_S, duration / 2)

/** Reports after ten seconds of playback, then every 30, on pause, after a seek, when the page is hidden, and at the end. */
export function createProgressReporter({
  video,
  endPosition,
  isStored,
  report,
  now = () => performance.now(),
}: ProgressReporterOptions): ProgressReporter {
  let at = video.currentTime
  let played = 0
  let savedAt = now()
  let saved = -1
  /** Kept: the released element has lost it. */
  let length = 0

  const read = () => {
    at = video.currentTime
    if (Number.isFinite(video.duration)) length = video.duration
  }
  const onTime = () => {
    // Without a source the element is at 0.
    if (video.seeking || video.readyState === 0) return
    const step = video.currentTime - at
    read()
    if (video.paused || step <= 0 || step > STEP_MAX_S * video.playbackRate) return
    played += step / video.playbackRate
    if (now() - savedAt >= (saved < 0 ? FIRST_MS : SAVE_EVERY_MS)) save()
  }
  const onStop = () => {
    if (video.readyState === 0) return
    read()
    save()
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') save()
  }
  const events = { timeupdate: onTime, pause: onStop, seeked: onStop, ended: onStop }
  for (const [name, listener] of Object.entries(events)) video.addEventListener(name, listener)
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', save)

  return {
    skip() {
      if (isFinished({ position: at, duration: length, endPosition: endPosition() })) played = Infinity
    },
    close() {
      save()
      for (const [name, listener] of Object.entries(events)) video.removeEventListener(name, listener)
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', save)
    },
  }

  function save() {
    const duration = Math.floor(length)
    const position = Math.min(Math.floor(at), duration)
    if (duration <= 0 || position === saved) return
    // After the first report the stored progress is its own.
    if (saved < 0 && played < minimumPlayed(duration, isStored())) return
    saved = position
    savedAt = now()
    report({ position, duration, finished: isFinished({ position, duration, endPosition: endPosition() }) })
  }
}
