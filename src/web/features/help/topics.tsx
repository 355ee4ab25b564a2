import type { ReactNode } from 'react'
import { LockIcon, PhoneIcon, PlayIcon, WarningIcon } from '#web/ui/icons.tsx'
import { CreditIcon, PeopleIcon, ReceiptIcon } from '#web/ui/feature-icons.tsx'
import styles from './topics.module.css'

/** By the topic's anchor. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  account: <LockIcon />,
  payments: <ReceiptIcon />,
  credits: <CreditIcon />,
  playback: <PlayIcon />,
  family: <PeopleIcon />,
  devices: <PhoneIcon />,
  errors: <WarningIcon />,
}

export interface Topic {
  id: string
  heading: string
  /** The number of its articles, in words. */
  count: string
}

export interface TopicsProps {
  label: string
  topics: readonly Topic[]
  current: string | undefined
  onChoose: (id: string) => void
}

/** The topics as cards, one of which is chosen. */
export function Topics({ label, topics, current, onChoose }: TopicsProps) {
  return (
    <ul className={styles.topics} aria-label={label}>
      {topics.map(({ id, heading, count }) => (
        <li key={id}>
          <button type="button" className={styles.topic} aria-pressed={id === current} onClick={() => onChoose(id)}>
            <span className={styles.icon}>{ICONS[id]}</span>
            <span>
              <span className={styles.heading}>{heading}</span>
              <span className={styles.count}>{count}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
