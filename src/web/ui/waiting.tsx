import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import styles from './waiting.module.css'

interface WaitingProps {
  /** What is announced. */
  label: string
  /** About the height of what comes: of a line or two, of a part of a screen, of most of it, or of more than a window. */
  size?: 's' | 'm' | 'l' | 'xl'
}

/** In the place of content that is fetched: a spinner, not before the content could have been there at once. */
export function Waiting({ label, size = 'm' }: WaitingProps) {
  return (
    <div className={classNames(styles.waiting, styles[size])} data-awaited="">
      <Spinner size={size === 's' ? 28 : 36} label={label} />
    </div>
  )
}
