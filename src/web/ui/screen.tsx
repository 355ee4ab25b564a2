import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './screen.module.css'

interface ScreenProps {
  title?: string
  /** Its width. */
  className: string | undefined
  /** Below the header on phones, in CSS px; 40 elsewhere. */
  phoneTop?: 20 | 40
  children: ReactNode
}

/** A screen below the fixed header: the header's height, the gutters and the heading. */
export function Screen({ title, className, phoneTop = 20, children }: ScreenProps) {
  return (
    <div className={classNames(styles.screen, className)} data-phone-top={phoneTop}>
      {title === undefined ? null : <h1 className={styles.title}>{title}</h1>}
      {children}
    </div>
  )
}
