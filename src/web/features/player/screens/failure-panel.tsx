import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type Failure, isFinal } from '../engine/failure.rules.ts'
import { FailureCode } from './failure-code.tsx'
import styles from './failure-panel.module.css'
import { focusOnShow } from './focus-on-show.ts'
import { usePlayer } from '../controls/player-context.ts'
import { RunningStreams } from './running-streams.tsx'
import { rungName } from '../engine/quality.rules.ts'

/** What happened, what to do, and a code to quote. The last frame stays visible below. */
export function FailurePanel({ failure, onLeave }: { failure: Failure; onLeave: () => void }) {
  const { actions, text } = usePlayer()
  const labels = text.failure
  const { kind, instead } = failure
  const message = kind === 'format' && instead === undefined ? labels.formatOnly : labels[kind]
  useEffect(() => {
    // Playback waits for the choice.
    if (kind === 'format') actions.pause()
  }, [kind, actions])
  const useInstead = () => {
    if (instead === undefined) return
    actions.chooseQuality(instead)
    actions.play()
  }
  return (
    <div className={styles.panel} role="alertdialog" aria-label={message.title} data-controls="">
      <h2 className={styles.title}>{message.title}</h2>
      <p className={styles.text}>{(kind === 'refused' && failure.message) || message.text}</p>
      {failure.streams ? <RunningStreams streams={failure.streams} /> : null}
      <div className={styles.buttons}>
        {instead !== undefined ? (
          <Button ref={focusOnShow} look="primary" onClick={useInstead}>
            {labels.at(rungName(instead))}
          </Button>
        ) : null}
        {kind !== 'format' && kind !== 'browser' && !isFinal(failure) ? (
          <Button ref={failure.streams ? undefined : focusOnShow} look="primary" onClick={actions.retry}>
            {labels.retry}
          </Button>
        ) : null}
        {instead !== undefined ? (
          <Button onClick={actions.dismissFailure}>{text.cancel}</Button>
        ) : (
          <Button ref={isFinal(failure) ? focusOnShow : undefined} onClick={onLeave}>
            {labels.leave}
          </Button>
        )}
      </div>
      {isFinal(failure) ? null : (
        <p className={styles.code}>
          <FailureCode code={failure.code} />
        </p>
      )}
    </div>
  )
}
