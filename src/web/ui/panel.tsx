import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { keepUnits } from './keep-units.ts'
import styles from './panel.module.css'

export interface PanelProps {
  title: string
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ list, wide }: { list: readonly Fact[]; wide?: boolean }) {
  return (
    <dl className={classNames(styles.facts, wide && styles.wide)}>
      {list.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{keepUnits(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function PanelSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.panel} data-awaited="" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
