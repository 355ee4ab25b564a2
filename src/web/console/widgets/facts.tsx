import type { ReactNode } from 'react'
import { hasRole, useMe } from '../client/session.ts'
import { href, PATHS } from '../shell/paths.ts'
import styles from './facts.module.css'

/** What is known of one thing, by name. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Leads to the audit log of a subject. Of administrators, who alone may read it. */
export function AuditFact({ label, subject }: { label: string; subject: string }) {
  const me = useMe()
  if (me === undefined || !hasRole(me, ['administrator'])) return null
  return (
    <Fact label={label}>
      <a className={styles.link} href={href(PATHS.audit, { subject })}>
        {label}
      </a>
    </Fact>
  )
}

interface JobProgressProps {
  done: number
  all: number
  label: string
  children?: ReactNode
}

/** How far work in the background is, said when it changes. */
export const JobProgress = ({ done, all, label, children }: JobProgressProps) => (
  <div className={styles.progress}>
    <progress max={all} value={done} aria-label={label} />
    <p aria-live="polite">{label}</p>
    {children}
  </div>
)
