import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './pill.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'blue' | 'pink' | 'plain'

/** A state in words: the colour never says it alone. */
export const Pill = ({ tone, hasDot, children }: { tone: Tone; hasDot?: boolean; children: ReactNode }) => (
  <span className={classNames(styles.pill, styles[tone], hasDot && styles.dot)}>{children}</span>
)
