import type { ReactNode } from 'react'
import styles from './screen-head.module.css'

/** The heading of a child screen, a sentence about it, and what can be done with all of it. */
export function ScreenHead({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {children}
    </div>
  )
}
