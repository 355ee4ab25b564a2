import { useEffect, useState } from 'react'
import { deviceTime } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { formatLeft } from '#web/viewer/screenings/screening-times.ts'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import styles from './buying-panel.module.css'

/** The price is kept until the quote expires; then there is another one. */
export function PriceKept({ until, onOver }: { until: string; onOver: () => void }) {
  const { buy } = useText('screenings')
  const left = useCountdown(deviceTime(until))
  // A quote that seems to have expired before it came is not renewed: the next would be no better. The server refuses it if it is used late.
  const [isKept] = useState(left > 0)
  const isOver = isKept && left === 0
  useEffect(() => {
    if (isOver) onOver()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each quote
  }, [isOver])
  if (!isKept) return null
  return (
    <p className={styles.kept} role="timer">
      <ClockIcon size={16} />
      {buy.priceKept} <span>{formatLeft(left)}</span>
    </p>
  )
}
