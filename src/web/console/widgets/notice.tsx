import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  icon: ReactNode
  tone?: 'warn' | 'blue'
  action?: ReactNode
  children: ReactNode
}

/** What one must know before going on, with what can be done about it. */
export const Notice = ({ icon, tone = 'blue', action, children }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone}>
    {icon}
    <p>{children}</p>
    {action}
  </div>
)
