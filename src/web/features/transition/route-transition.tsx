import { useEffect, useCallback, useLayoutEffect, useRef } from 'react'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import type { TransitionPhase } from './use-shown-location.ts'
import styles from './route-transition.module.css'
import { numberOfEntry, useNavigate, useNavigationType } from '#web/kit/router.tsx'
import { stepsToShown } from './transition.rules.ts'

/** The page dims, a neon line is drawn under the logo, the new page is revealed. Blocks input. */
export function RouteTransition({ phase }: { phase: TransitionPhase }) {
  const { site } = useShellText()
  const closing = phase === 'closing'
  const cancel = useCancelTransition(closing)
  useEffect(() => {
    if (!closing) return undefined
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') cancel()
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [closing, cancel])
  if (phase === 'none') return null
  return (
    <output className={styles.transition} data-phase={phase} aria-label={site.loading}>
      <span className={styles.mark}>
        <LogoMark size={72} />
        <span className={styles.line} />
        <span className={styles.reflection} />
      </span>
    </output>
  )
}

/** Returns to the history entry of the page that is still shown. */
function useCancelTransition(closing: boolean): () => void {
  const navigate = useNavigate()
  const isPushed = useNavigationType() === 'push'
  const shown = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!closing) shown.current = numberOfEntry()
  })
  return useCallback(() => {
    const steps = stepsToShown({ shown: shown.current, target: numberOfEntry(), isPushed })
    if (steps !== 0) navigate(steps)
  }, [navigate, isPushed])
}
