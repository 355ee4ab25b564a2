import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

export interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  disabled?: boolean
}

export function Switch({ label, checked, onChange, hint, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <div className={styles.text}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- by the label above */}
      <button
        id={id}
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      >
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
      </button>
    </div>
  )
}
