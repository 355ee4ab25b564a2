import { useState } from 'react'
import { icon } from '../icons.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import styles from './field.module.css'

const EyeIcon = icon(
  <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />,
)
const HiddenIcon = icon(
  <path d="M4 4l16 16M9.5 5.8A10 10 0 0 1 12 5.5c6.4 0 10 6.5 10 6.5a17 17 0 0 1-3.2 3.9M6 7.6A16 16 0 0 0 2 12s3.6 6.5 10 6.5a10 10 0 0 0 4.3-1M10 10a3 3 0 0 0 4 4" />,
)

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'tail'> {
  autoComplete: 'current-password' | 'new-password'
  /** What the button beside it says. */
  words: { show: string; hide: string; showLabel: string; hideLabel: string }
}

/** A password that can be looked at. It is hidden again with each visit. */
export function PasswordField({ words, ...field }: PasswordFieldProps) {
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
          aria-label={isShown ? words.hideLabel : words.showLabel}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={18} />
          <span>{isShown ? words.hide : words.show}</span>
        </button>
      }
    />
  )
}
