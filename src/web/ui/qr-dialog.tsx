import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CountdownRing } from './form/countdown-ring.tsx'
import { QrCode } from './qr-code.tsx'
import { Spinner } from './spinner.tsx'
import styles from './qr-dialog.module.css'

export interface QrDialogProps {
  title: string
  closeLabel: string
  onClose: () => void
  /** None on a phone, which cannot scan its own screen. */
  code: { text: string; label: string } | undefined
  steps: readonly string[]
  facts: readonly { label: string; value: string }[]
  /** Seconds that the code is still valid, of how many. */
  left: number
  lifetime: number
  /** What the time left is, what is waited for, and what holds once it is over. */
  text: { expires: string; waiting: string; expired: string; expiredText: string; again: string }
  /** The link of the app, on a phone. */
  app: { label: string; href: string } | undefined
  check: { label: string; busy: boolean; busyText: string; onClick: () => void }
}

/** Paying or agreeing by a QR code, or on a phone by the link of the app: what to do, the amounts, the time left. */
export function QrDialog(props: QrDialogProps) {
  const { title, closeLabel, onClose, code, steps, facts, left, lifetime, text, app, check } = props
  const isExpired = left === 0
  return (
    <Dialog title={title} closeLabel={closeLabel} onClose={onClose} className={styles.dialog}>
      <div className={styles.body}>
        {code ? (
          <div className={styles.code}>
            {isExpired ? <p className={styles.expired}>{text.expired}</p> : <QrCode {...code} />}
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
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {isExpired ? (
            <p className={styles.waiting} role="alert">
              {text.expiredText}
            </p>
          ) : (
            <>
              <CountdownRing left={left} of={lifetime}>
                {text.expires}
              </CountdownRing>
              <output className={styles.waiting}>
                <Spinner size={18} />
                {text.waiting}
              </output>
            </>
          )}
          {app && !isExpired ? (
            <Button look="primary" size="l" wide href={app.href} data-autofocus="">
              {app.label}
            </Button>
          ) : null}
          <Button wide busy={check.busy} busyText={check.busyText} onClick={check.onClick}>
            {check.label}
          </Button>
          {isExpired ? (
            <Button look="text" wide onClick={onClose}>
              {text.again}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
