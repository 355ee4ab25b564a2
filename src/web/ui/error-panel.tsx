import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { WarningIcon } from './icons.tsx'
import styles from './error-panel.module.css'

export interface ErrorPanelProps {
  title: string
  text?: ReactNode
  icon?: ReactNode
  action?: { label: string; href?: string; onClick?: () => void } | undefined
  /** A code to quote: 錯誤編號 4032. */
  code?: ReactNode
  /** Fits into a row's height instead of a page's. */
  compact?: boolean
  tone?: 'error' | 'plain'
  /** It is the whole screen: its title is the main heading. */
  isScreen?: boolean
}

export function ErrorPanel({ title, text, icon, action, code, compact, tone = 'error', isScreen }: ErrorPanelProps) {
  const Title = isScreen ? 'h1' : 'p'
  return (
    <div className={classNames(styles.panel, compact && styles.compact)} role={tone === 'error' ? 'alert' : 'status'}>
      <span className={classNames(styles.tile, tone === 'plain' && styles.plain)}>
        {icon ?? <WarningIcon size={26} />}
      </span>
      <Title className={styles.title}>{title}</Title>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? (
        <Button href={action.href} onClick={action.onClick} className={styles.action}>
          {action.label}
        </Button>
      ) : null}
      {code ? <p className={styles.code}>{code}</p> : null}
    </div>
  )
}
