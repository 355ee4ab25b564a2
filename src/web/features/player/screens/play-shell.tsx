import { useEffect } from 'react'
import type { Program } from '#contract/programs.ts'
import { useNavigate } from 'react-router'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronLeftIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FAILURE_CODE, isFinal, MALFORMED } from '../engine/failure.rules.ts'
import type { EpisodeChoice, PlayableTitle } from '../controls/player-context.ts'
import { FailureCode } from './failure-panel.tsx'
import { OpeningVideo, useOpening } from './opening-video.tsx'
import { Player } from './player.tsx'
import type { Playback } from '../engine/playback.ts'
import type { PlayRequest } from '../engine/stream-source.ts'
import { removeVideoOverlay } from '../engine/preloaded-video-overlay.ts'
import styles from './play-shell.module.css'
import { useLeave, useWayBack } from './use-leave.ts'
import { useReportProgress, useResume } from './use-watch-progress.ts'
import { usePlayFlow, usePlayback } from './use-playback.ts'

export interface PlayShellProps {
  request: PlayRequest
  /** The route's start position in seconds; 0: the stored one. */
  start: number
  program: Program | undefined
  title: PlayableTitle | undefined
  episodes?: EpisodeChoice | undefined
}

/**
 * A title on its own screen. The order is placed and the stream loaded in parallel with the title's data; playback starts
 * when the title is known and its warning accepted.
 */
export function PlayShell({ request, start, program, title, episodes }: PlayShellProps) {
  // Above the player, which is replaced with each episode: only leaving the screen ends full screen.
  const leave = useLeave(request.programId)
  const playback = usePlayback(request)
  // After the effect of the player's surface, which takes the video out of the overlay.
  useEffect(() => {
    if (playback) removeVideoOverlay()
  }, [playback])
  const { from, isStored } = useResume(request, start, title)
  const choice = useReportProgress({ playback, title, program, episodes, isStored })
  const text = useText('player')
  usePageTitle(title ? text.pageTitle(title.title, title.subtitle) : '')
  if (!playback || !title) return <PlayWaiting programId={request.programId} />
  return (
    <GatedPlayer playback={playback} start={from} program={program} title={title} episodes={choice} onLeave={leave} />
  )
}

interface GatedPlayerProps extends Pick<PlayShellProps, 'program' | 'episodes'> {
  playback: Playback
  title: PlayableTitle
  /** Undefined while the stored position is being fetched. */
  start: number | undefined
  onLeave: () => void
}

/** The player, behind the gates of its title. */
function GatedPlayer({ playback, start, program, title, episodes, onLeave }: GatedPlayerProps) {
  const { programGuid, kind, file } = playback.request
  const { step, mayStart } = usePlayFlow({
    playback,
    program: kind === 'movie' && file === undefined ? program : undefined,
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
      preview={preview}
      onLeave={onLeave}
    />
  )
}

/** Plays the title's preview in the player's place; undefined when there is none. Back returns to the gate. */
function usePreview(program: Program | undefined): (() => void) | undefined {
  const navigate = useNavigate()
  const previewURL = program?.movie.previewURL
  if (!program || previewURL === undefined) return undefined
  const { programId, programGuid } = program
  return () => void navigate(routerPath(paths.play({ programId, programGuid, previewURL })))
}

/** The dark screen before the title is known, with the way back: header and footer are hidden here. */
export function PlayWaiting({ programId, instead }: { programId: string; instead?: string }) {
  const text = useText('player')
  const leave = useWayBack(programId, { instead })
  return (
    <div className={classNames(styles.room, 'night')}>
      <BackButton onClick={leave} />
      <Spinner size={56} label={text.loading} />
    </div>
  )
}

/** Shown when the title could not be loaded, with the way back. Without an error, or with a malformed id, the address names none. */
export function PlayFailed({
  error,
  programId,
  onRetry,
}: {
  error: CallError | null
  programId: string
  onRetry: () => void
}) {
  const text = useText('player')
  const leave = useLeave(programId, { isUnknown: true })
  const isUnknown = error === null || isFinal({ kind: 'refused', code: error.code })
  const isOffline = error?.code === 'NETWORK'
  const labels = isUnknown ? text.failure.unknown : text.failure.detail
  const message = isOffline || error?.code === MALFORMED ? '' : error?.message
  return (
    <div className={classNames(styles.room, 'night')}>
      {isUnknown ? null : <BackButton onClick={leave} />}
      <ErrorPanel
        isScreen
        title={labels.title}
        text={message || labels.text}
        code={isUnknown ? undefined : <FailureCode code={isOffline ? FAILURE_CODE.network : error.code} />}
        action={isUnknown ? { label: text.back, onClick: leave } : { label: text.failure.retry, onClick: onRetry }}
      />
    </div>
  )
}

function BackButton({ onClick }: { onClick: () => void }) {
  const { back } = useText('player')
  return <IconButton className={styles.back} label={back} icon={<ChevronLeftIcon size={28} />} onClick={onClick} />
}
