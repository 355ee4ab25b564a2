import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { getBookmark } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import { visitorProgress } from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { saveWatchProgress } from '#web/viewer/watch-progress/save-watch-progress.ts'
import { readSession, useSession } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import type { EpisodeChoice, PlayableTitle } from '../controls/player-context.ts'
import { startAt } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { createProgressReporter, type ProgressReporter } from '../engine/progress-reporter.ts'
import type { PlayRequest, Playback } from '../engine/engine.ts'

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
        void saveWatchProgress(queries, { programId, programGuid, season, episode, at, ...progress }, watched)
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
