import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

export interface IconButtonProps {
  label: string
  icon: ReactNode
  /** ghost: nothing behind it; disc: a dark disc, over images; round: white 14 %. */
  look?: 'ghost' | 'disc' | 'round'
  /** Its drawn width in px; the target is never below 44. */
  size?: 36 | 44 | 52
  disabled?: boolean
  className?: string | undefined
  onClick?: MouseEventHandler<HTMLButtonElement>
  /** A click is likely: time to fetch what it needs. */
  onPointerEnter?: () => void
  onFocus?: () => void
  ref?: Ref<HTMLButtonElement>
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-pressed'?: boolean
  'aria-haspopup'?: 'dialog' | 'menu'
}

export function IconButton({ label, icon, look = 'ghost', size = 44, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.button, styles[look], styles[`s${size}`], className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      {icon}
    </button>
  )
}
