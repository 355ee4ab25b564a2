import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import { closeGates, openGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { Button } from '#web/ui/button.tsx'
import { usePlayer } from '../controls/player-context.ts'
import styles from './failure-panel.module.css'
import { focusOnShow } from './focus-on-show.ts'

interface GatePanelProps {
  gate: 'login' | 'parentalCode' | 'buy'
  programId: string
  /** Plays a preview before the title is bought. */
  preview: (() => void) | undefined
  onLeave: () => void
}

/** Shown while the order is refused for a gate: its dialog opens at once, and again by the button. Leaving the title closes it. */
export function GatePanel({ gate, programId, preview, onLeave }: GatePanelProps) {
  const { actions, text } = usePlayer()
  const { pathname, search } = useLocation()
  const labels = text.gate[gate]
  const open = useCallback(() => {
    void openGate(gate, { programId }, `#${pathname}${search}`).then((answer) => answer === 'passed' && actions.retry())
  }, [gate, programId, pathname, search, actions])
  useEffect(() => {
    open()
    return closeGates
  }, [open])
  return (
    <div className={styles.panel} role="alertdialog" aria-label={labels.title} data-controls="">
      <h2 className={styles.title}>{labels.title}</h2>
      <p className={styles.text}>{labels.text}</p>
      <div className={styles.buttons}>
        <Button ref={focusOnShow} look="primary" onClick={open}>
          {labels.go}
        </Button>
        {gate === 'buy' && preview ? <Button onClick={preview}>{text.gate.preview}</Button> : null}
        <Button onClick={onLeave}>{text.failure.leave}</Button>
      </div>
    </div>
  )
}
