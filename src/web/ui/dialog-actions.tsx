import { Button } from './button.tsx'
import styles from './dialog-actions.module.css'

export interface DialogAction {
  label: string
  /** None: submits the form around. */
  onClick?: () => void
  href?: string
  busy?: boolean
  busyText?: string
  disabled?: boolean
  autoFocus?: boolean
}

export interface DialogActionsProps {
  main?: (DialogAction & { danger?: boolean }) | undefined
  other?: DialogAction | undefined
  cancel?: DialogAction | undefined
}

export function DialogActions({ main, other, cancel }: DialogActionsProps) {
  return (
    <div className={styles.actions}>
      {main ? <Action {...main} look={main.danger ? 'danger' : 'primary'} /> : null}
      {other ? <Action {...other} look="secondary" /> : null}
      {cancel ? <Action {...cancel} look={main ? 'text' : 'secondary'} /> : null}
    </div>
  )
}

function Action({
  label,
  look,
  onClick,
  href,
  busy = false,
  busyText,
  disabled = false,
  autoFocus,
}: DialogAction & { look: 'primary' | 'danger' | 'secondary' | 'text' }) {
  return (
    <Button
      look={look}
      wide
      type={onClick || href !== undefined ? 'button' : 'submit'}
      href={href}
      busy={busy}
      busyText={busyText}
      disabled={disabled}
      data-autofocus={autoFocus ? '' : undefined}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
