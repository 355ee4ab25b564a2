import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { keepUnits } from './keep-units.ts'
import { Spinner } from './spinner.tsx'
import styles from './button.module.css'

/** primary is the neon one: one a view. danger: what cannot be undone. */
export type ButtonLook = 'primary' | 'danger' | 'secondary' | 'outline' | 'text'

export interface ButtonProps {
  look?: ButtonLook
  /** 52, 46 or 44 px high. */
  size?: 'l' | 'm' | 's'
  icon?: ReactNode
  /** What a click costs, after a hairline: 通行證已包. */
  note?: ReactNode
  /** Shows a spinner with this sentence and takes no clicks; the width is kept. */
  busyText?: string | undefined
  busy?: boolean
  disabled?: boolean
  /** A link that looks like a button: a path of `viewer/navigation/paths.ts`, or an outside address. */
  href?: string | undefined
  target?: '_blank'
  rel?: 'noreferrer'
  type?: 'button' | 'submit'
  wide?: boolean
  className?: string | undefined
  onClick?: MouseEventHandler<HTMLElement>
  ref?: Ref<HTMLButtonElement>
  autoFocus?: boolean
  'aria-label'?: string
  'aria-expanded'?: boolean
  'aria-pressed'?: boolean
  'aria-describedby'?: string
  'data-autofocus'?: '' | undefined
  children: ReactNode
}

export function Button(props: ButtonProps) {
  const {
    look = 'secondary',
    size = 'm',
    icon,
    note,
    busy,
    busyText,
    href,
    wide,
    className,
    children,
    ref,
    ...rest
  } = props
  const name = classNames(
    styles.button,
    styles[look],
    styles[size],
    wide && styles.wide,
    busy && styles.busy,
    className,
  )
  const content = (
    <>
      <span className={styles.content}>
        {icon}
        <span>{keepUnits(children)}</span>
        {note ? <span className={styles.note}>{keepUnits(note)}</span> : null}
      </span>
      {busy ? (
        <span className={styles.wait}>
          <Spinner size={18} />
          {busyText}
        </span>
      ) : null}
    </>
  )
  if (href !== undefined && !rest.disabled) {
    const { disabled: _, type: __, ...anchor } = rest
    return (
      <a className={name} href={href} {...anchor}>
        {content}
      </a>
    )
  }
  const { disabled, type = 'button', onClick, ...button } = rest
  return (
    <button
      ref={ref}
      type={type}
      className={name}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...button}
    >
      {content}
    </button>
  )
}
