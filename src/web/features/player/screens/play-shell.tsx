import type { Program } from '#contract/programs.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { EpisodeChoice, PlayableTitle } from '../controls/playable-title.ts'
import { Player } from './player.tsx'
import type { Playback } from '../engine/playback.ts'
import type { PlayRequest } from '../engine/stream-source.ts'
import { usePlayerText } from './player-text.ts'
import styles from './play-shell.module.css'
import { useLeave } from './use-leave.ts'
import { useReportProgress, useResume } from './use-watch-progress.ts'
import { usePlayFlow } from './use-play-flow.ts'
import { usePlayback } from './use-playback.ts'

export interface PlayShellProps {
  request: PlayRequest
  /** Where the route wants to begin; 0 leaves it to where the film was left. */
  start: number
  program: Program | undefined
  film: PlayableTitle | undefined
  episodes?: EpisodeChoice | undefined
}

/**
 * A title on its own screen. The order is placed and the stream loaded in parallel with the title's data; playback starts
 * when the title is known and its warning accepted.
 */
export function PlayShell({ request, start, program, film, episodes }: PlayShellProps) {
  // Above the player, which is replaced with each episode: only leaving the screen ends full screen.
  const leave = useLeave(request.programId)
  const playback = usePlayback(request)
  const from = useResume(request, start, film)
  const choice = useReportProgress({ playback, film, program, episodes })
  usePageTitle(film?.title ?? '')
  if (!playback || !film) return <PlayWaiting />
  return (
    <GatedPlayer playback={playback} start={from} program={program} film={film} episodes={choice} onLeave={leave} />
  )
}

interface GatedPlayerProps extends Pick<PlayShellProps, 'program' | 'episodes'> {
  playback: Playback
  film: PlayableTitle
  /** Undefined while the stored position is being fetched. */
  start: number | undefined
  onLeave: () => void
}

/** The player, behind the gates of its title. */
function GatedPlayer({ playback, start, program, film, episodes, onLeave }: GatedPlayerProps) {
  const { programGuid, kind, file } = playback.request
  const title = kind === 'movie' && file === undefined ? program : undefined
  const { step, mayStart } = usePlayFlow({ playback, title, isPreparing: film.isPreparing, onLeave })
  return (
    <Player
      key={programGuid}
      playback={playback}
      film={film}
      step={step}
      open={mayStart && start !== undefined}
      start={start ?? 0}
      episodes={episodes}
      onLeave={onLeave}
    />
  )
}

/** The dark room before the film is known. */
export function PlayWaiting() {
  const text = usePlayerText()
  return (
    <div className={classNames(styles.room, 'night')}>
      <Spinner size={56} label={text.loading} />
    </div>
  )
}

/** The title itself could not be had; without an error, the address names none. */
export function PlayFailed({
  error,
  programId,
  onRetry,
}: {
  error: CallError | null
  programId: string
  onRetry: () => void
}) {
  const text = usePlayerText()
  const leave = useLeave(programId, true)
  const isUnknown = error?.code !== 'NETWORK'
  const words = isUnknown ? text.failure.unknown : text.failure.detail
  return (
    <div className={classNames(styles.room, 'night')}>
      <ErrorPanel
        title={words.title}
        text={isUnknown ? error?.message || words.text : words.text}
        code={text.failure.code(error?.code ?? 'NOT_FOUND')}
        action={isUnknown ? { label: text.back, onPress: leave } : { label: text.failure.retry, onPress: onRetry }}
      />
    </div>
  )
}
