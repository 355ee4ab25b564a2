import type { ReactNode } from 'react'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** Beside the title: a count. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its heading, its actions, and what it shows. */
export function Page({ title, note, actions, children }: PageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {note ? <p className={styles.note}>{note}</p> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  title?: string
  note?: ReactNode
  children: ReactNode
}

export function Panel({ title, note, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      {title ? (
        <div className={styles.panelHead}>
          <h2 className={styles.panelTitle}>{title}</h2>
          {note ? <div className={styles.note}>{note}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}
