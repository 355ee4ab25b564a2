import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Failure } from '../engine/failure.rules.ts'
import styles from './failure-panel.module.css'
import { focusOnShow } from './focus-on-show.ts'
import { usePlayer } from '../controls/player-context.ts'
import { rungName } from '../engine/quality.rules.ts'

/** What happened, what to do, a code to quote. The frame stays below it. */
export function FailurePanel({ failure, onLeave }: { failure: Failure; onLeave: () => void }) {
  const { actions, text } = usePlayer()
  const words = text.failure
  const { kind, instead } = failure
  const said = kind === 'format' && instead === undefined ? words.formatOnly : words[kind]
  useEffect(() => {
    // The film waits for the answer; a lost line keeps it waiting by itself.
    if (kind === 'format') actions.pause()
  }, [kind, actions])
  const useInstead = () => {
    if (instead === undefined) return
    actions.chooseQuality(instead)
    actions.play()
  }
  return (
    <div className={styles.panel} role="alertdialog" aria-label={said.title} data-controls="">
      <h2 className={styles.title}>{said.title}</h2>
      <p className={styles.text}>{failure.message || said.text}</p>
      <div className={styles.buttons}>
        {instead !== undefined ? (
          <Button ref={focusOnShow} look="primary" onClick={useInstead}>
            {words.at(rungName(instead))}
          </Button>
        ) : null}
        {kind !== 'format' && kind !== 'browser' ? (
          <Button ref={focusOnShow} look="primary" onClick={actions.retry}>
            {words.retry}
          </Button>
        ) : null}
        {instead !== undefined ? (
          <Button onClick={actions.dismissFailure}>{text.cancel}</Button>
        ) : (
          <Button onClick={onLeave}>{words.leave}</Button>
        )}
      </div>
      <p className={styles.code}>{words.code(failure.code)}</p>
    </div>
  )
}
