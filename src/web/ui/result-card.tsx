import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import styles from './result-card.module.css'

/** The column of a result screen, with its heading for screen readers. */
export function ResultColumn({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{heading}</h1>
      {children}
    </div>
  )
}

/** While the result is fetched. */
export function ResultWaiting({ label }: { label: string }) {
  return (
    <div className={styles.waiting} data-awaited="">
      <Spinner size={40} label={label} />
    </div>
  )
}

export interface ResultCardProps {
  /** Colours the ring: neon while pending, jade once paid, red when failed. */
  status: string
  icon: ReactNode
  kicker: string
  title: string
  text?: string | undefined
  children: ReactNode
}

/** What became of something that was paid or agreed (DESIGN, picture 19). */
export function ResultCard({ status, icon, kicker, title, text, children }: ResultCardProps) {
  return (
    <section className={styles.card} data-status={status} aria-live="polite">
      <div className={styles.head}>
        <span className={styles.ring}>{icon}</span>
        <div>
          <p className={styles.kicker}>{kicker}</p>
          <h2 className={styles.title}>{title}</h2>
        </div>
      </div>
      {text ? <p className={styles.text}>{text}</p> : null}
      {children}
    </section>
  )
}

/** Facts with their labels; those without a value are left out. */
export function ResultFacts({ facts }: { facts: readonly (readonly [label: string, value: string | undefined])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

export interface WhilePendingProps {
  every: string
  close: string
  closeList: readonly string[]
  until?: string | undefined
}

/** What holds while the result is not known: closing the page loses nothing. */
export function WhilePending({ every, close, closeList, until }: WhilePendingProps) {
  return (
    <div className={styles.pending}>
      <p className={styles.note}>{every}</p>
      <h3 className={styles.subtitle}>{close}</h3>
      <ul>
        {closeList.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {until ? <p className={styles.limit}>{until}</p> : null}
    </div>
  )
}

/** Buttons; the first takes the room that is left. */
export const ResultActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
