import type { ReactNode } from 'react'
import type { CallError } from '#web/kit/envelope.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../shell/shell-text.ts'
import styles from './state.module.css'

export interface StateProps {
  icon: ReactNode
  title: string
  text?: ReactNode
  action?: { label: string; onClick?: () => void; href?: string } | undefined
  isAlert?: boolean
}

/** In the place of what is not there: nothing yet, nothing found, a failure, a page of others. */
export function State({ icon, title, text, action, isAlert }: StateProps) {
  return (
    <div className={styles.state} role={isAlert ? 'alert' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <p className={styles.title}>{title}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? (
        <Button onClick={action.onClick} href={action.href}>
          {action.label}
        </Button>
      ) : null}
    </div>
  )
}

export function FailedState({ error, onRetry }: { error: Pick<CallError, 'message'>; onRetry: () => void }) {
  const text = useShellText()
  return (
    <State
      icon={<WarningIcon size={22} />}
      title={text.failed.title}
      text={error.message}
      action={{ label: text.retry, onClick: onRetry }}
      isAlert
    />
  )
}

interface NoRowsProps extends Pick<StateProps, 'icon' | 'action'> {
  text: { none: string; noneText: string; empty: string; emptyText: string }
  isFiltered: boolean
  onClear: () => void
}

/** In the place of a table's rows: nothing that the filters let through, or, with `icon` and `action`, nothing at all. */
export function NoRows({ text, isFiltered, onClear, icon, action }: NoRowsProps) {
  const { clearFilters } = useShellText()
  return isFiltered ? (
    <State
      icon={<SearchIcon size={22} />}
      title={text.none}
      text={text.noneText}
      action={{ label: clearFilters, onClick: onClear }}
    />
  ) : (
    <State icon={icon} title={text.empty} text={text.emptyText} action={action} />
  )
}
