import { Spinner } from '#web/ui/spinner.tsx'
import type { ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { FailedState } from '../widgets/state.tsx'
import { useShellText } from './shell-text.ts'
import styles from './shell.module.css'

/** A part of the page that did not load. */
export function ScreenFailed({ onRetry }: ErrorFallbackProps) {
  const text = useShellText()
  return <FailedState error={{ message: text.errors.chunk }} onRetry={onRetry} />
}

export function Loading() {
  const text = useShellText()
  return (
    <div className={styles.loading}>
      <Spinner size={32} label={text.loading} />
    </div>
  )
}
