import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import styles from './waiting.module.css'

interface WaitingProps {
  label: string
  /** About the height of what comes: a line or two up to more than a window. */
  size?: 's' | 'm' | 'l' | 'xl'
}

/** No spinner before the content could have been there at once. */
export function Waiting({ label, size = 'm' }: WaitingProps) {
  return (
    <div className={classNames(styles.waiting, styles[size])} data-awaited="">
      <Spinner size={size === 's' ? 28 : 36} label={label} />
    </div>
  )
}
