import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { getBookmark } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import { visitorProgress } from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { saveWatchProgress } from '#web/viewer/watch-progress/save-watch-progress.ts'
import { readSession, useSession } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import type { EpisodeChoice, PlayableTitle } from '../controls/playable-title.ts'
import { startAt } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { createProgressReporter, type ProgressReporter } from '../engine/progress-reporter.ts'
import type { Playback } from '../engine/playback.ts'
import { forgetRoutePosition } from './route-position.ts'
import type { PlayRequest } from '../engine/stream-source.ts'

/** The film does not wait for its place for longer than this. */
const ASK_MS = 5000

/** Only a film has a place: not its trailer, not a plain file. */
const hasPlace = ({ kind, file }: PlayRequest): boolean => kind === 'movie' && file === undefined

/**
 * Where to begin; undefined while it is asked. The route's own place wins; else a member's is the profile's, asked beside the order, and a visitor's what
 * this browser remembers. What is nearly over begins anew.
 */
export function useResume(
  request: PlayRequest,
  routeStart: number,
  film: PlayableTitle | undefined,
): number | undefined {
  const { programId, programGuid } = request
  const { token, profile } = useSession()
  const asks = hasPlace(request) && routeStart === 0
  const bookmark = useCall(getBookmark, { programId, programGuid }, { enabled: asks && profile !== undefined })
  const [late, setLate] = useState(false)
  const isAsking = asks && profile !== undefined && bookmark.isFetching && !late
  useLayoutEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setLate(true), ASK_MS)
    return () => clearTimeout(timer)
  }, [isAsking])
  if (!asks || !film) return routeStart
  if (isAsking) return undefined
  const place = token
    ? bookmark.data?.position
    : visitorProgress().find((one) => one.programGuid === programGuid && !one.finished)?.position
  return startAt(place ?? 0, film.duration, film.points.endPosition)
}

interface Watching {
  playback: Playback | null
  film: PlayableTitle | undefined
  program: Program | undefined
  episodes: EpisodeChoice | undefined
}

/** Keeps the place of what is being watched. Answers the episodes' choice: going on at an episode's end marks it as seen. */
export function useReportProgress({ playback, film, program, episodes }: Watching): EpisodeChoice | undefined {
  const queries = useQueryClient()
  const keeper = useRef<ProgressReporter>(null)
  const known = useRef({ film, program })
  useLayoutEffect(() => {
    known.current = { film, program }
  })
  // With the layout: the playback is taken down there, and its element then knows its place no more.
  useLayoutEffect(() => {
    if (!playback || !hasPlace(playback.request)) return
    const { programId, programGuid } = playback.request
    const owner = ownerNow()
    const own = createProgressReporter({
      video: playback.video,
      endPosition: () => known.current.film?.points.endPosition ?? 0,
      keep: (place) => {
        // Watched by one, it is not kept for another.
        if (owner !== ownerNow()) return
        const title = known.current.program
        const part = title?.dramaList.find((one) => one.programGuid === programGuid)
        const { season = 0, episode = 0 } = part ?? {}
        const at = new Date().toISOString()
        forgetRoutePosition()
        void saveWatchProgress(queries, { programId, programGuid, season, episode, at, ...place }, title)
      },
    })
    keeper.current = own
    return () => own.close()
  }, [playback, queries])
  return useMemo(
    () =>
      episodes && {
        ...episodes,
        choose: (episode) => {
          keeper.current?.pass()
          episodes.choose(episode)
        },
      },
    [episodes],
  )
}

/** Whose history it is: a profile's, a visitor's, or a visiting child's. */
function ownerNow(): string {
  const { token, profile, pattern } = readSession()
  return token ? (profile?.profileId ?? '') : pattern
}
