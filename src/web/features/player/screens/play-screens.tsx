import { useMemo, useCallback } from 'react'
import { Navigate, useLocation, useSearchParams, useNavigate } from 'react-router'
import { type Program, revampDetail, type Episode } from '#contract/programs.ts'
import { useCall } from '#web/kit/use-call.ts'
import { ownPreview } from '../engine/grant.rules.ts'
import { startAt } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { episodeAddress, readPlayQuery, findEpisode, type PlayParams } from './play-query.rules.ts'
import { PlayFailed, PlayShell, PlayWaiting } from './play-shell.tsx'
import type { PlayableTitle, EpisodeChoice } from '../controls/player-context.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { episodeAfter, episodeBefore } from '#web/viewer/watch-progress/episodes.rules.ts'
import { navigateBelowLayer } from '#web/kit/history-step.ts'
import { useText } from '#web/kit/text.ts'

const NO_POINTS = { startShowPoint: 0, startPosition: 0, endPosition: 0 }

/** `/play`: a movie, its trailer (`kind=trailer`), or its preview file (`previewURL`). An episode is played at its own address. */
export function PlayScreen() {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const text = useText('player')
  const { programId, programGuid, position, previewURL, kind } = readPlayQuery(query)
  const detail = useCall(revampDetail, { programId }, { enabled: programId !== '' })
  const program = detail.data?.program
  const guid = programGuid || program?.programGuid || ''
  const file = ownPreview(previewURL, program, location.origin) ?? undefined
  const request = useMemo(
    () => ({ programId, programGuid: guid, kind, start: position, file }),
    // oxlint-disable-next-line react/exhaustive-deps -- the start position does not make it another request
    [programId, guid, kind, file],
  )
  const isWhole = kind === 'movie' && file === undefined
  const title = program && playableMovie(program, isWhole ? '' : text.trailer)
  const episode = isWhole ? episodeAddress(program, guid, query) : undefined

  if (programId === '') return <PlayFailed error={null} programId="" onRetry={() => {}} />
  if (detail.error && !program)
    return <PlayFailed error={detail.error} programId={programId} onRetry={() => void detail.refetch()} />
  // Whether the route's preview is the title's own is known with the title.
  if (!guid || (previewURL !== '' && !program)) return <PlayWaiting programId={programId} />
  if (episode !== undefined)
    return (
      <>
        <PlayWaiting programId={programId} />
        <Navigate to={episode} replace state={state as unknown} />
      </>
    )
  const whole = isWhole ? program?.duration : undefined
  return <PlayShell request={request} start={startAt(position, whole)} program={program} title={title} />
}

/** `extra` labels a trailer or a preview: duration and class are then not those of the title. */
function playableMovie(program: Program, extra: string): PlayableTitle {
  return {
    title: program.title,
    subtitle: extra,
    artwork: program.artImageURL,
    duration: extra ? 0 : (program.duration ?? 0),
    points: NO_POINTS,
    restriction: extra ? undefined : program.restriction,
    warning: program.warning,
    isPreparing: program.preparing,
  }
}

/** `/PlayDrama/{episode}`: one episode, with the list, the next one and skipping of the opening. */
export function PlayDramaScreen() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const { episode: number = '' } = pathParams(`${PATHS.playDrama}/:episode`, pathname.replace(/\/+$/, '')) ?? {}
  const text = useText('player')
  const params = readPlayQuery(query)
  const { programId, position, previewURL } = params
  const detail = useCall(revampDetail, { programId }, { enabled: programId !== '' })
  const program = detail.data?.program
  const episode = findEpisode(program, params.programGuid, Number(number))
  const guid = params.programGuid || episode?.programGuid || ''
  const file = ownPreview(previewURL, program, location.origin) ?? undefined
  const request = useMemo(
    () => ({ programId, programGuid: guid, kind: 'movie' as const, start: position, file }),
    // oxlint-disable-next-line react/exhaustive-deps -- the start position does not make it another request
    [programId, guid, file],
  )
  const episodes = useEpisodes(program, guid)
  const title =
    program &&
    playableEpisode(program, episode, {
      ...params,
      label: episode ? text.episodeTitled(episode.episode, episode.title) : text.trailer,
    })

  // A preview file needs no episode.
  if (programId === '' || (program && !episode && file === undefined))
    return <PlayFailed error={null} programId={programId} onRetry={() => {}} />
  if (detail.error && !program)
    return <PlayFailed error={detail.error} programId={programId} onRetry={() => void detail.refetch()} />
  // Whether the route's preview is the title's own is known with the title.
  if (!guid || (previewURL !== '' && !program)) return <PlayWaiting programId={programId} />
  const start = startAt(position, episode?.duration, title?.points.endPosition)
  return <PlayShell request={request} start={start} program={program} title={title} episodes={episodes} />
}

/** The episode from the title's data; markers that it lacks come from the route (SPEC 2). */
function playableEpisode(
  program: Program,
  episode: Episode | undefined,
  params: PlayParams & { label: string },
): PlayableTitle {
  const { startShowPoint, startPosition, endPosition } = episode ?? params
  return {
    title: program.title,
    subtitle: params.label,
    artwork: episode?.imageURL || program.artImageURL,
    duration: episode?.duration ?? 0,
    points: { startShowPoint, startPosition, endPosition },
    restriction: program.restriction,
    warning: program.warning,
    isPreparing: episode?.preparing ?? program.preparing,
  }
}

/** Choosing an episode replaces the history entry, so that Back leaves the player. */
function useEpisodes(program: Program | undefined, guid: string): EpisodeChoice | undefined {
  const navigate = useNavigate()
  const { state } = useLocation()
  const programId = program?.programId ?? ''
  const choose = useCallback(
    ({ programGuid, episode }: Episode) =>
      navigateBelowLayer(
        () => void navigate(routerPath(paths.playDrama({ programId, programGuid, episode })), { replace: true, state }),
      ),
    [navigate, programId, state],
  )
  return useMemo(() => {
    if (!program || program.dramaList.length === 0) return undefined
    const list = program.dramaList
    return { list, current: guid, previous: episodeBefore(list, guid), next: episodeAfter(list, guid), choose }
  }, [program, guid, choose])
}
