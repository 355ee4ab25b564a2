import { useState } from 'react'
import type { Program } from '#contract/programs.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { mustWarn, warningRead } from '#web/viewer/parental/accepted-warnings.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { EpisodeChoice, PlayableTitle } from './playable-title.ts'
import { Player } from './player.tsx'
import type { PlayRequest } from '../engine/stream-source.ts'
import { usePlayerText } from './player-text.ts'
import styles from './play-shell.module.css'
import { useLeave } from './use-leave.ts'
import { useReportProgress, useResume } from './use-watch-progress.ts'
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
 * A film on its own screen. The stream is asked for at once and made ready beside the title's own data; it begins when the
 * title is known and its warning was read.
 */
export function PlayShell({ request, start, program, film, episodes }: PlayShellProps) {
  const text = usePlayerText()
  const leave = useLeave(request.programId)
  const playback = usePlayback(request)
  const from = useResume(request, start, film)
  const choice = useReportProgress({ playback, film, program, episodes })
  const [accepted, setAccepted] = useState(false)
  const isWhole = request.kind === 'movie' && !request.file
  const warns = program !== undefined && isWhole && !film?.isPreparing && !accepted && mustWarn(program)
  usePageTitle(film?.title ?? '')
  if (!playback || !film) return <PlayWaiting />
  return (
    <>
      <Player
        key={request.programGuid}
        playback={playback}
        film={film}
        open={!warns && from !== undefined}
        start={from ?? 0}
        episodes={choice}
        onLeave={leave}
      />
      {warns ? (
        <Dialog title={text.warning.title} closeLabel={text.warning.back} onClose={leave}>
          <p className={styles.warning}>{program.warning}</p>
          <div className={styles.buttons}>
            <Button
              look="primary"
              data-autofocus=""
              onClick={() => {
                warningRead(program.programId)
                setAccepted(true)
              }}
            >
              {text.warning.go}
            </Button>
            <Button onClick={leave}>{text.warning.back}</Button>
          </div>
        </Dialog>
      ) : null}
    </>
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
