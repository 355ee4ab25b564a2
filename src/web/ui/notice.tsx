import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

export interface NoticeProps {
  /** warn: something is left to do; bad: something has failed. */
  tone: 'warn' | 'bad'
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}

export function Notice({ tone, icon, title, text, children }: NoticeProps) {
  return (
    <section className={classNames(styles.notice, styles[tone])} aria-label={title}>
      {icon}
      <p className={styles.text}>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
      {children}
    </section>
  )
}
