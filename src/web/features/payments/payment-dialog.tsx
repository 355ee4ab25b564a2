import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CountdownRing } from '#web/ui/form/countdown-ring.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePaymentsText } from './payments-text.ts'
import { QrCode } from './qr-code.tsx'
import { useCheckPayment, usePayment } from './use-payment.ts'
import type { OpenPayment } from './use-start-payment.ts'
import styles from './payment-dialog.module.css'

/** A payment by QR code, or on a phone by the link of the app: what to do, the amount, the time left. It leads on with any end. */
export function PaymentDialog({ payment, onClose }: { payment: OpenPayment; onClose: () => void }) {
  const { qr: text, providers } = usePaymentsText()
  const { site } = useText()
  const { language } = useCallContext()
  const navigate = useNavigate()
  const { step, outTradeNo, programId, amount } = payment
  const provider = providers[payment.provider]
  const status = usePayment(outTradeNo)
  const checking = useCheckPayment(outTradeNo)
  const isOver = status.data !== undefined && status.data.status !== 'pending'
  useEffect(() => {
    if (isOver) void navigate(routerPath(paths.paymentResult({ outTradeNo, programId })))
  }, [isOver, navigate, outTradeNo, programId])
  const left = useCountdown(Date.parse(step.expiresAt))
  const [lifetime] = useState(() => Math.max(1, (Date.parse(step.expiresAt) - Date.now()) / 1000))
  const isExpired = left === 0
  return (
    <Dialog title={text.title(provider)} closeLabel={text.close} onClose={onClose} className={styles.dialog}>
      <div className={styles.body}>
        {step.kind === 'qr' ? (
          <div className={styles.code}>
            {isExpired ? (
              <p className={styles.expired}>{text.expired}</p>
            ) : (
              <QrCode text={step.text} label={text.image(provider)} />
            )}
          </div>
        ) : null}
        <div className={styles.text}>
          {step.kind === 'qr' ? (
            <ol className={styles.steps}>
              {text.steps(provider).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          ) : null}
          <dl className={styles.facts}>
            <div>
              <dt>{text.amount}</dt>
              <dd>{formatMoney(amount, language)}</dd>
            </div>
            <div>
              <dt>{text.order}</dt>
              <dd className={styles.order}>{outTradeNo}</dd>
            </div>
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
          {step.kind === 'app' && !isExpired ? (
            <Button look="primary" size="l" wide href={step.url} data-autofocus="">
              {text.open(provider)}
            </Button>
          ) : null}
          <Button wide busy={checking.pending} busyText={site.busy} onClick={checking.check}>
            {text.check}
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
