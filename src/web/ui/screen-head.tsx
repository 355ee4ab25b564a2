import type { ReactNode } from 'react'
import styles from './screen-head.module.css'

export function ScreenHead({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div className={styles.body}>
        <h1 className={styles.title}>{title}</h1>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {children}
    </div>
  )
}
