import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { StarIcon } from './icons.tsx'
import styles from './badge.module.css'

/** One hue and one shape each: jade square, amber dot, rose ticket, blue ring. */
export type PriceKind = 'free' | 'pass' | 'ticket' | 'credit'

/** `fill` puts it on a dark plate, for use over images. */
export function PriceBadge({ kind, text, fill }: { kind: PriceKind; text: string; fill?: boolean }) {
  return <span className={classNames(styles.price, styles[kind], fill && styles.fill)}>{text}</span>
}

export function ClassBadge({ value, label }: { value: 'I' | 'IIA' | 'IIB' | 'III'; label: string }) {
  return (
    <span className={classNames(styles.class, styles[`class${value}`])}>
      <span aria-hidden="true">{value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** 4K, 5.1, Dolby: shown only when the device can. */
export function TechBadge({ children }: { children: ReactNode }) {
  return <span className={styles.tech}>{children}</span>
}

export function Score({ value, label }: { value?: string | undefined; label: string }) {
  if (value === undefined) return <span className={styles.unrated}>{label}</span>
  return (
    <span className={styles.score}>
      <StarIcon size={15} />
      <span aria-hidden="true">{value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
