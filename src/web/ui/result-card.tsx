import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { BellIcon, ClockIcon, CopyIcon, InfoIcon, ListIcon, ReplayIcon } from './feature-icons.tsx'
import { IconButton } from './icon-button.tsx'
import { CheckIcon, WarningIcon } from './icons.tsx'
import { keepUnits } from './keep-units.ts'
import { Screen } from './screen.tsx'
import { Spinner } from './spinner.tsx'
import { Waiting } from './waiting.tsx'
import styles from './result-card.module.css'

interface ResultQuery<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly error: { readonly message: string } | null
  readonly refetch: () => unknown
}

export interface ResultColumnProps<T> {
  heading: string
  result: ResultQuery<T>
  labels: { loading: string; retry: string; failed: string }
  children: (data: T) => ReactNode
}

export function ResultFrame({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Screen title={heading} className={styles.screen}>
      {children}
    </Screen>
  )
}

export function ResultColumn<T>({ heading, result, labels, children }: ResultColumnProps<T>) {
  return (
    <ResultFrame heading={heading}>
      {result.data ? (
        children(result.data)
      ) : result.isError ? (
        <ErrorPanel
          title={labels.failed}
          text={result.error?.message}
          action={{ label: labels.retry, onClick: () => void result.refetch() }}
        />
      ) : (
        <Waiting label={labels.loading} size="l" />
      )}
    </ResultFrame>
  )
}

/** How a result ended. `told`: nothing was charged, for a reason that is no failure. */
export type ResultTone = 'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'told'

const ICONS: Readonly<Record<ResultTone, ReactNode>> = {
  pending: <Spinner size={60} />,
  paid: <CheckIcon size={30} />,
  failed: <WarningIcon size={28} />,
  expired: <ClockIcon size={28} />,
  refunded: <ReplayIcon size={28} />,
  told: <InfoIcon size={28} />,
}

export interface ResultCardProps {
  tone: ResultTone
  pass?: boolean
  kicker: string
  title: string
  text?: string | undefined
  children: ReactNode
}

export function ResultCard({ tone, pass = false, kicker, title, text, children }: ResultCardProps) {
  return (
    <section className={styles.card} data-tone={tone} data-pass={pass ? '' : undefined}>
      {/* What is read aloud when it changes: the result, without what one can do next. */}
      <div className={styles.said} aria-live="polite">
        <div className={styles.head}>
          <span className={styles.ring}>{ICONS[tone]}</span>
          <div>
            <p className={styles.kicker}>{kicker}</p>
            <h2 className={styles.title}>{title}</h2>
          </div>
        </div>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {children}
    </section>
  )
}

/** A fact without a value is left out. */
export interface ResultFact {
  readonly label: string
  readonly value: string | undefined
  readonly detail?: string | undefined
  /** A number that one may have to quote. */
  readonly copy?: { readonly label: string; readonly onClick: () => void }
}

export function ResultFacts({ facts }: { facts: readonly ResultFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, detail, copy }) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={copy ? styles.number : undefined}>{keepUnits(value)}</span>{' '}
              {detail ? <span className={styles.detail}>{detail}</span> : null}
            </dd>
            {copy ? <IconButton className={styles.copy} size={36} icon={<CopyIcon size={18} />} {...copy} /> : null}
          </div>
        ) : null,
      )}
    </dl>
  )
}

export interface ResultStep {
  readonly label: string
  readonly state: 'done' | 'now' | 'next'
  readonly note?: string | undefined
}

export function ResultSteps({ label, done, steps }: { label: string; done: string; steps: readonly ResultStep[] }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step) => (
        <li key={step.label} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className={styles.mark}>{step.state === 'done' ? <CheckIcon size={14} /> : null}</span>
          <span className={styles.step}>
            {step.label}
            {step.state === 'done' ? <span className="visually-hidden"> {done}</span> : null}
          </span>
          {step.note ? <span className={styles.when}>{step.note}</span> : null}
        </li>
      ))}
    </ol>
  )
}

const CLOSE_ICONS: readonly ReactNode[] = [
  <CheckIcon key="check" size={18} />,
  <BellIcon key="bell" size={18} />,
  <ListIcon key="list" size={18} />,
]

export interface WhilePendingProps {
  close: string
  closeList: readonly string[]
}

export function WhilePending({ close, closeList }: WhilePendingProps) {
  return (
    <div className={styles.pending}>
      <h3 className={styles.subtitle}>{close}</h3>
      <ul>
        {closeList.map((line, at) => (
          <li key={line}>
            {CLOSE_ICONS[at]}
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const ResultActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

export const ResultNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>

export interface PendingActionsProps {
  check: { label: string; busy: boolean; busyText: string; onClick: () => void }
  onward: { label: string } & ({ href: string } | { onClick: () => void })
}

export const PendingActions = ({ check, onward: { label, ...way } }: PendingActionsProps) => (
  <ResultActions>
    <Button size="l" icon={<ReplayIcon />} busy={check.busy} busyText={check.busyText} onClick={check.onClick}>
      {check.label}
    </Button>
    <Button size="l" look="text" {...way}>
      {label}
    </Button>
  </ResultActions>
)
