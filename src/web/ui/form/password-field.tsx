import { useState } from 'react'
import { EyeIcon, HiddenIcon } from '../feature-icons.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import styles from './field.module.css'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'tail'> {
  autoComplete: 'current-password' | 'new-password'
  labels: { show: string; hide: string; showLabel: string; hideLabel: string }
}

/** Hidden again at each visit. */
export function PasswordField({ labels, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? HiddenIcon : EyeIcon
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      tail={
        <button
          type="button"
          className={styles.reveal}
          aria-label={isShown ? labels.hideLabel : labels.showLabel}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={18} />
          <span>{isShown ? labels.hide : labels.show}</span>
        </button>
      }
    />
  )
}
