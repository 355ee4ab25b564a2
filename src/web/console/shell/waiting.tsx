import { type CallError, isNotFound } from '#web/kit/envelope.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { FailedState, State, type StateProps } from '../widgets/state.tsx'
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

interface NoRecordProps extends Pick<StateProps, 'icon' | 'text' | 'action'> {
  read: { error: CallError | null; refetch: () => unknown }
  /** Without one, the refusal's sentence. */
  title?: string
}

/** In the place of a record: it loads, the read failed, or there is none, which `title` says. */
export function NoRecord({ read: { error, refetch }, title, ...missing }: NoRecordProps) {
  if (!error) return <Loading />
  if (!isNotFound(error)) return <FailedState error={error} onRetry={() => void refetch()} />
  return <State {...missing} title={title ?? error.message} />
}
