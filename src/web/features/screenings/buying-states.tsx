import { type ReactNode, useEffect, useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { formatLeft, formatTime } from '#web/viewer/screenings/screening-times.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import type { quoteProblem } from './buying.rules.ts'
import styles from './buying-panel.module.css'

/** Others' payments hold the seats: with when to try again (SPEC 8). */
export function SellingFast({ retryAt }: { retryAt: string | undefined }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  return (
    <output className={styles.fast}>
      <p>
        <WarningIcon size={18} />
        <strong>{text.sellingFast}</strong>
      </p>
      <p>{joinFacts([text.sellingFastText, retryAt && text.retryAt(formatTime(retryAt, language))], language)}</p>
    </output>
  )
}

/** The price is kept until the quote expires; then there is another one. */
export function PriceKept({ until, onOver }: { until: string; onOver: () => void }) {
  const { buy } = useText('screenings')
  const end = Date.parse(until)
  const left = useCountdown(end)
  useEffect(() => {
    const timer = setTimeout(onOver, Math.max(1000, end - Date.now()))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each quote
  }, [end])
  return (
    <p className={styles.kept} role="timer">
      <ClockIcon size={16} />
      {buy.priceKept} <span>{formatLeft(left)}</span>
    </p>
  )
}

/** Too few credits or tickets, with the ways on. */
export function Short({ unit }: { unit: 'credits' | 'tickets' }) {
  const { buy } = useText('screenings')
  if (unit === 'credits')
    return (
      <Button look="primary" size="l" wide href={paths.payPoint()}>
        {buy.topUp}
      </Button>
    )
  return (
    <>
      <Button look="primary" size="l" wide href={paths.redeem()}>
        {buy.redeem}
      </Button>
      <p className={styles.hint}>{buy.redeemText}</p>
    </>
  )
}

/** Nothing can be paid now. */
export function Blocked({
  error,
  problem,
  onRetry,
}: {
  error: { message: string; failure: { retryAfter?: number | undefined } } | null
  problem: ReturnType<typeof quoteProblem>
  onRetry: () => void
}): ReactNode {
  const { buy } = useText('screenings')
  const [at] = useState(() => Date.now())
  if (problem === 'fast') {
    const { retryAfter } = error?.failure ?? {}
    return (
      <SellingFast retryAt={retryAfter === undefined ? undefined : new Date(at + retryAfter * 1000).toISOString()} />
    )
  }
  if (problem === 'parental')
    return (
      <>
        <p className={styles.notice}>{buy.parental}</p>
        <Button
          look="primary"
          size="l"
          wide
          onClick={() => void requestParentalCode({ purpose: 'watch' }).then((isPassed) => isPassed && onRetry())}
        >
          {buy.parentalAction}
        </Button>
      </>
    )
  return (
    <p className={styles.notice} role="alert">
      {problem === 'gone' ? buy.gone : error?.message}
    </p>
  )
}

export function Failed({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  const { buy } = useText('screenings')
  return (
    <>
      <FormError>{message}</FormError>
      <Button wide onClick={onRetry}>
        {buy.retry}
      </Button>
    </>
  )
}
