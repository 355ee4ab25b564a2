import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/kit/text.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import type { TransitionPhase } from './use-shown-location.ts'
import styles from './route-transition.module.css'

/** The route transition: the page dims, a neon line is drawn under the logo, the new page is revealed. It blocks input; Esc goes back. */
export function RouteTransition({ phase }: { phase: TransitionPhase }) {
  const { site } = useText()
  const navigate = useNavigate()
  const closing = phase === 'closing'
  useEffect(() => {
    if (!closing) return undefined
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') void navigate(-1)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [closing, navigate])
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
