import { type ComponentType, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Episode, type Program, revampDetail } from '#contract/programs.ts'
import { navigateBelowLayer } from '#web/kit/history-step.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { Navigate, useLocation, useNavigate, useSearchParams } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useStore } from '#web/kit/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SkipIcon } from '#web/ui/feature-icons.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { paths, PATHS, routerPath } from '#web/viewer/navigation/paths.ts'
import { buttonOffer } from '#web/viewer/plans/offers.rules.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { episodeAfter, episodeBefore } from '#web/viewer/watch-progress/episodes.rules.ts'
import { startAt } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { focusOnShow } from '../controls/focus.ts'
import type { EpisodeChoice, PlayableTitle } from '../controls/player-context.ts'
import type { Playback, PlayRequest } from '../engine/engine.ts'
import { ownPreview } from '../engine/grants.ts'
import { createPlayback } from '../engine/playback.ts'
import { removeVideoOverlay } from '../engine/preloaded-video-overlay.ts'
import { episodeAddress, findEpisode, type PlayParams, readPlayQuery } from './play-query.rules.ts'
import { PlayFailed, PlayWaiting } from './play-waiting.tsx'
import { Player } from './player.tsx'
import { useLeave } from './use-leave.ts'
import { usePlayback, usePlayFlow } from './use-playback.ts'
import { useReportProgress, useResume } from './use-watch-progress.ts'
import styles from './opening-video.module.css'

const NO_POINTS = { startShowPoint: 0, startPosition: 0, endPosition: 0 }

interface PlayScreenProps {
  Rating?: ComponentType<{ programId: string }>
}

/** `/play`: a movie, its trailer (`kind=trailer`) or its preview (`previewURL`). Episodes redirect to their own address. */
export function PlayScreen({ Rating }: PlayScreenProps) {
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
  // The title decides whether the route's preview is its own.
  if (!guid || (previewURL !== '' && !program)) return <PlayWaiting programId={programId} />
  if (episode !== undefined)
    return (
      <>
        <PlayWaiting programId={programId} />
        <Navigate to={episode} replace state={state as unknown} />
      </>
    )
  const whole = isWhole ? program?.duration : undefined
  return (
    <PlayShell Rating={Rating} request={request} start={startAt(position, whole)} program={program} title={title} />
  )
}

/** `extra` labels a trailer or preview, whose duration and class differ. */
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

/** `/PlayDrama/{episode}`. */
export function PlayDramaScreen({ Rating }: PlayScreenProps) {
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
  if (!guid || (previewURL !== '' && !program)) return <PlayWaiting programId={programId} />
  const start = startAt(position, episode?.duration, title?.points.endPosition)
  return (
    <PlayShell Rating={Rating} request={request} start={start} program={program} title={title} episodes={episodes} />
  )
}

/** Markers that the title's data lacks come from the route (SPEC 2). */
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

/** Replaces the history entry, so that Back leaves the player. */
function useEpisodes(program: Program | undefined, guid: string): EpisodeChoice | undefined {
  const navigate = useNavigate()
  const { state } = useLocation()
  const programId = program?.programId ?? ''
  const choose = useCallback(
    ({ programGuid, episode }: Episode) =>
      navigateBelowLayer(() =>
        navigate(routerPath(paths.playDrama({ programId, programGuid, episode })), { replace: true, state }),
      ),
    [navigate, programId, state],
  )
  return useMemo(() => {
    if (!program || program.dramaList.length === 0) return undefined
    const list = program.dramaList
    return { list, current: guid, previous: episodeBefore(list, guid), next: episodeAfter(list, guid), choose }
  }, [program, guid, choose])
}

interface PlayShellProps {
  request: PlayRequest
  start: number
  program: Program | undefined
  title: PlayableTitle | undefined
  episodes?: EpisodeChoice | undefined
  Rating?: PlayScreenProps['Rating'] | undefined
}

/** Order and stream load in parallel with the title's data; playback waits for the title and its accepted warning. */
function PlayShell({ request, start, program, title, episodes, Rating }: PlayShellProps) {
  // Above the player, which is replaced with each episode: only leaving ends full screen.
  const leave = useLeave(request.programId)
  const playback = usePlayback(request)
  // After the player's surface has taken the video out of the overlay.
  useEffect(() => {
    if (playback) removeVideoOverlay()
  }, [playback])
  const { from, isStored } = useResume(request, start, title)
  const choice = useReportProgress({ playback, title, program, episodes, isStored })
  const text = useText('player')
  usePageTitle(title ? text.pageTitle(title.title, title.subtitle) : '')
  if (!playback || !title) return <PlayWaiting programId={request.programId} />
  return (
    <GatedPlayer
      playback={playback}
      start={from}
      program={program}
      title={title}
      episodes={choice}
      Rating={Rating}
      onLeave={leave}
    />
  )
}

interface GatedPlayerProps extends Pick<PlayShellProps, 'program' | 'episodes' | 'Rating'> {
  playback: Playback
  title: PlayableTitle
  start: number | undefined
  onLeave: () => void
}

function GatedPlayer({ playback, start, program, title, episodes, Rating, onLeave }: GatedPlayerProps) {
  const { programId, programGuid, kind, file } = playback.request
  const { token, pattern } = useSession()
  const isWhole = kind === 'movie' && file === undefined
  const mayRate = isWhole && token !== undefined && pattern !== 'children'
  const { step, mayStart } = usePlayFlow({
    playback,
    program: isWhole ? program : undefined,
    isPreparing: title.isPreparing,
    onLeave,
  })
  const preview = usePreview(program)
  const opening = useOpening({ request: playback.request, program, start })
  if (opening.isDue && step === 'ready' && mayStart)
    return <OpeningVideo request={playback.request} title={title.title} onEnd={opening.end} />
  return (
    <Player
      key={programGuid}
      playback={playback}
      title={title}
      step={step}
      open={mayStart && start !== undefined && !opening.isDue}
      start={start ?? 0}
      episodes={episodes}
      offer={program && buttonOffer(program)}
      preview={preview}
      rating={Rating && mayRate ? <Rating programId={programId} /> : null}
      onLeave={onLeave}
    />
  )
}

/** Undefined without a preview. Back returns to the gate. */
function usePreview(program: Program | undefined): (() => void) | undefined {
  const navigate = useNavigate()
  const previewURL = program?.movie.previewURL
  if (!program || previewURL === undefined) return undefined
  const { programId, programGuid } = program
  return () => navigate(routerPath(paths.play({ programId, programGuid, previewURL })))
}

const shown = new Set<string>()

interface OpeningFacts {
  request: PlayRequest
  program: Pick<Program, 'programId' | 'openingVideo'> | undefined
  /** Undefined while unknown. A resumed title has no opening. */
  start: number | undefined
}

export function useOpening({ request, program, start }: OpeningFacts): { isDue: boolean; end: () => void } {
  const [, setEnded] = useState<string>()
  // Read once for each request: the stored position is 0 again at the title's end, where the opening is not due.
  const [begun, setBegun] = useState<{ request: PlayRequest; from: number }>()
  if (start !== undefined && begun?.request !== request) setBegun({ request, from: start })
  const from = begun?.request === request ? begun.from : start
  const { programId, kind, file } = request
  const hasOpening = kind === 'movie' && file === undefined && Boolean(program?.openingVideo)
  return {
    isDue: hasOpening && from === 0 && !shown.has(programId),
    end() {
      shown.add(programId)
      setEnded(programId)
    },
  }
}

/** Has its own grant; the title loads meanwhile. A failure ends it. */
export function OpeningVideo({ request, title, onEnd }: { request: PlayRequest; title: string; onEnd: () => void }) {
  const { programId, programGuid } = request
  const opening = useMemo(
    () => ({ programId, programGuid, kind: 'opening' as const, start: 0 }),
    [programId, programGuid],
  )
  const [playback, setPlayback] = useState<Playback | null>(null)
  useLayoutEffect(() => {
    const made = createPlayback(opening)
    // oxlint-disable-next-line react/set-state-in-effect -- a playback is an external resource that is acquired and released with the screen
    setPlayback(made)
    return () => made.destroy()
  }, [opening])
  return playback && <Shown playback={playback} title={title} onEnd={onEnd} />
}

function Shown({ playback, title, onEnd }: { playback: Playback; title: string; onEnd: () => void }) {
  const text = useText('player')
  const box = useRef<HTMLDivElement>(null)
  const ended = useRef(onEnd)
  const needsClick = useStore(playback.state, (now) => now.needsClick)
  useLayoutEffect(() => {
    ended.current = onEnd
  })
  useLayoutEffect(() => {
    const { video, state } = playback
    const end = () => ended.current()
    const endOnFailure = () => {
      if (state.get().failure) end()
    }
    box.current?.append(video)
    video.addEventListener('ended', end)
    const unsubscribe = state.subscribe(endOnFailure)
    playback.start(0)
    return () => {
      video.removeEventListener('ended', end)
      unsubscribe()
    }
  }, [playback])
  return (
    <section className={classNames(styles.opening, 'night')} aria-label={text.openingOf(title)}>
      <div ref={box} className={styles.video} />
      <div className={styles.buttons}>
        {needsClick ? (
          <Button look="primary" icon={<PlayIcon size={18} />} onClick={playback.play}>
            {text.clickToPlay}
          </Button>
        ) : null}
        <Button ref={focusOnShow} icon={<SkipIcon size={18} />} onClick={onEnd}>
          {text.skipOpening}
        </Button>
      </div>
    </section>
  )
}
