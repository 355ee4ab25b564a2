import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './screen.module.css'

interface ScreenProps {
  /** The heading. Left out where the heading is a part of the content. */
  title?: string
  /** Its width, and how its content is laid out. */
  className?: string | undefined
  /** The space above: `s` where several columns fill the width, `l` where a hero comes first. */
  top?: 's' | 'm' | 'l'
  /** In the mobile app, which shows no header of ours. */
  embedded?: boolean
  children: ReactNode
}

/** A screen below the fixed header: the header's height, the gutters and the heading. */
export function Screen({ title, className, top = 'm', embedded = false, children }: ScreenProps) {
  return (
    <div className={classNames(styles.screen, className)} data-top={top} data-embedded={embedded ? '' : undefined}>
      {title === undefined ? null : <h1 className={styles.title}>{title}</h1>}
      {children}
    </div>
  )
}
