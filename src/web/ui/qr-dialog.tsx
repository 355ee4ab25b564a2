import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Dialog } from './dialog.tsx'
import { clock, Ring } from './form/countdown-ring.tsx'
import { Spinner } from './spinner.tsx'
import { QrCode } from './qr-code.tsx'
import styles from './qr-dialog.module.css'

export interface QrDialogProps {
  title: string
  closeLabel: string
  onClose: () => void
  /** None on a phone, which cannot scan its own screen. */
  code: { text: string; label: string; provider: string } | undefined
  steps: readonly string[]
  /** A fact that is not known yet is left out. */
  facts: readonly { label: string; value: string }[]
  /** Seconds that the code is still valid, and of how many. */
  left: number
  lifetime: number
  text: {
    expires: (time: string) => string
    waiting: string
    expired: string
    expiredText: string
    again: string
    sandbox: string
  }
  app: { label: string; href: string } | undefined
  /** The page of the provider sandbox that the code leads to, for who has no device to scan it. */
  sandboxUrl: string | undefined
  check: { label: string; busy: boolean; busyText: string; onClick: () => void }
}

export function QrDialog(props: QrDialogProps) {
  const { title, closeLabel, onClose, code, steps, facts, left, lifetime, text, app, sandboxUrl, check } = props
  const isExpired = left === 0
  const timeLeft = isExpired ? null : <TimeLeft left={left} lifetime={lifetime} text={text.expires} />
  return (
    <Dialog
      title={title}
      closeLabel={closeLabel}
      onClose={onClose}
      className={classNames(styles.dialog, code && styles.withCode)}
    >
      <div className={styles.body}>
        {code ? (
          <div className={styles.code}>
            <p className={styles.provider}>{code.provider}</p>
            {isExpired ? (
              <p className={styles.expired}>{text.expired}</p>
            ) : (
              <QrCode text={code.text} label={code.label} />
            )}
            {timeLeft}
          </div>
        ) : null}
        <div className={styles.text}>
          {code ? (
            <ol className={styles.steps}>
              {steps.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          ) : null}
          <dl className={styles.facts}>
            {facts.map(({ label, value }) =>
              value === '' ? null : (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
          {isExpired ? (
            <p className={styles.waiting} role="alert">
              {text.expiredText}
            </p>
          ) : (
            <>
              {code ? null : timeLeft}
              <output className={styles.waiting}>
                <Spinner size={20} />
                {text.waiting}
              </output>
            </>
          )}
          {app && !isExpired ? (
            <Button look="primary" size="l" wide href={app.href} data-autofocus="">
              {app.label}
            </Button>
          ) : null}
          {sandboxUrl && !isExpired ? (
            <Button wide href={sandboxUrl} target="_blank" rel="noreferrer">
              {text.sandbox}
            </Button>
          ) : null}
          <Button
            look={code ? 'text' : 'secondary'}
            wide={!code}
            busy={check.busy}
            busyText={check.busyText}
            onClick={check.onClick}
          >
            {check.label}
          </Button>
          {isExpired ? (
            <Button look="text" wide={!code} onClick={onClose}>
              {text.again}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

interface TimeLeftProps {
  left: number
  lifetime: number
  text: (time: string) => string
}

/** Screen readers are told when they come to it, not each second. */
const TimeLeft = ({ left, lifetime, text }: TimeLeftProps) => (
  <p className={styles.time} role="timer">
    <Ring size={20} left={left} of={lifetime} />
    {text(clock(left))}
  </p>
)
