import { useState } from 'react'
import { deviceTime } from '#web/kit/server-clock.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { startedPayment } from '#web/viewer/payments/started-payment.ts'
import { usePayment } from '#web/viewer/payments/use-payment.ts'
import { formatLeft } from '#web/viewer/screenings/screening-times.ts'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import styles from './buying-panel.module.css'

/** The seats that a payment of this tab holds, and for how long; with the way back to it. */
export function HeldSeats({ slotId }: { slotId: string }) {
  const { buy } = useText('screenings')
  const [outTradeNo] = useState(() => startedPayment()?.outTradeNo ?? '')
  const { data } = usePayment(outTradeNo)
  const isHeld = data?.purpose === 'cinema' && data.purposeId === slotId && data.status === 'pending'
  const left = useCountdown(isHeld && data.expiresAt ? deviceTime(data.expiresAt) : undefined)
  if (!isHeld || left === 0) return null
  return (
    <div className={styles.held}>
      <p className={styles.kept} role="timer">
        <ClockIcon size={16} />
        {buy.seatsKept} <span>{formatLeft(left)}</span>
      </p>
      <p>
        {buy.waiting} <a href={paths.paymentResult({ outTradeNo })}>{buy.continue}</a>
      </p>
    </div>
  )
}
