import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import { requestParentalCode, parentalGate } from '#web/viewer/parental/parental-gate.ts'
import { requestLogin, discardPendingAction, loginPrompt } from '#web/viewer/session/pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './failure-panel.module.css'
import { focusOnShow } from './focus-on-show.ts'
import type { PlayGateKind } from './gate.rules.ts'
import { usePlayer } from '../controls/player-context.ts'

interface GatePanelProps {
  gate: PlayGateKind
  onLeave: () => void
}

/** The order was refused for what its viewer can do about: the gate opens at once, and stands until it is passed or the film is left. */
export function GatePanel({ gate, onLeave }: GatePanelProps) {
  const { playback, text } = usePlayer()
  const { pathname, search } = useLocation()
  const words = text.gate[gate]
  const ask = useCallback(() => {
    const here = `${pathname}${search}`
    if (gate === 'login') return requestLogin({ kind: 'play', to: `#${here}` }, here)
    void requestParentalCode({ purpose: 'watch' }).then((isRight) => isRight && playback.retry())
  }, [gate, pathname, search, playback])
  useEffect(() => {
    ask()
    return dropQuestions
  }, [ask])
  return (
    <div className={styles.panel} role="alertdialog" aria-label={words.title} data-controls="">
      <h2 className={styles.title}>{words.title}</h2>
      <p className={styles.text}>{words.text}</p>
      <div className={styles.buttons}>
        <Button ref={focusOnShow} look="primary" onClick={ask}>
          {words.go}
        </Button>
        <Button onClick={onLeave}>{text.failure.leave}</Button>
      </div>
    </div>
  )
}

/** The film was left: nobody asks any more. A wish whose login has begun stays. */
function dropQuestions() {
  parentalGate.get()?.answer(false)
  if (!loginPrompt.isOpen()) return
  discardPendingAction()
  loginPrompt.close()
}
