import type { ReactNode } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { Bone } from '#web/ui/bone.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { formatStart, hoursBetween } from '#web/viewer/screenings/screening-times.ts'
import { ProgramLine } from './program-line.tsx'
import type { Screening, Slot } from './slots.ts'
import styles from './slot-row.module.css'

interface RowProps {
  of: Pick<Slot, 'program' | 'startsAt' | 'endsAt'>
  href: string
  label: string
  /** It is the one whose panel stands beside the list. */
  isChosen?: boolean
  /** It cannot be had. */
  isGone?: boolean
  children: ReactNode
}

/** A start in the list: its picture, its title, when it starts and until when it can be watched (DESIGN, picture 21). */
function Row({ of: { program, startsAt, endsAt }, href, label, isChosen, isGone, children }: RowProps) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const start = formatStart(startsAt, language)
  const now = useServerNow()
  const hasStarted = Date.parse(startsAt) <= now
  return (
    <li className={classNames(styles.row, isChosen && styles.chosen, isGone && styles.gone)}>
      <span className={styles.art}>
        <ResponsiveImage src={program.imageURL} alt="" title={program.title} sizes="204px" to={480} />
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>
          <a href={href} aria-label={label} aria-current={isChosen ? 'true' : undefined}>
            {program.title}
          </a>
        </h2>
        <ProgramLine program={program} />
        <p className={styles.start}>
          <ClockIcon size={16} />
          <strong>{hasStarted ? text.startedAt(start) : text.startsAt(start)}</strong>
          <span className={styles.rule}>
            {hasStarted
              ? text.until(formatInstant(endsAt, language))
              : text.rule(formatNumber(hoursBetween(startsAt, endsAt), language))}
          </span>
        </p>
      </div>
      <div className={styles.side}>{children}</div>
    </li>
  )
}

/** The placeholder of a row. */
export function RowSkeleton() {
  return (
    <li className={styles.row}>
      <span className={styles.art} />
      <div className={styles.body}>
        <Bone width="60%" height="1.5rem" />
        <Bone width="40%" height="1.5rem" />
        <Bone width="80%" height="1.5rem" />
      </div>
      <div className={styles.side}>
        <Bone width="120px" height="1.375rem" />
        <Bone width="150px" height="1.375rem" />
      </div>
    </li>
  )
}

/** A start on sale. */
export function SlotRow({ slot, href, isChosen }: { slot: Slot; href: string; isChosen: boolean }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const { program, state, available, capacity, retryAt, credits, amount, currency, screeningId } = slot
  const figure = (value: number) => formatNumber(value, language)
  const isGone = state === 'soldOut' && screeningId === undefined
  const label = screeningId === undefined ? text.choose(program.title) : text.open(program.title)
  return (
    <Row of={slot} href={href} label={label} isChosen={isChosen} isGone={isGone}>
      {screeningId !== undefined ? (
        <p className={styles.bought}>
          <CheckIcon size={18} />
          {text.bought}
        </p>
      ) : state === 'held' ? (
        <div className={styles.fast}>
          <p>
            <WarningIcon size={18} />
            <strong>{text.sellingFast}</strong>
          </p>
          <p>{text.sellingFastText}</p>
          {retryAt === undefined ? null : <p>{text.retryAt(formatTime(retryAt, language))}</p>}
        </div>
      ) : (
        <>
          <p className={styles.price}>
            <span className={styles.credits}>{text.credits(figure(credits))}</span>
            <span>{formatMoney(amount, language, currency)}</span>
          </p>
          <SeatsBar taken={capacity - available} capacity={capacity} isFew={state === 'few'} />
          <p className={styles.left} data-few={state === 'few' || undefined}>
            {state === 'soldOut'
              ? text.soldOut
              : state === 'few'
                ? text.lastSeats(figure(available))
                : text.seatsLeft(figure(available), figure(capacity))}
          </p>
        </>
      )}
    </Row>
  )
}

function SeatsBar({ taken, capacity, isFew }: { taken: number; capacity: number; isFew: boolean }) {
  const share = capacity > 0 ? Math.round((taken / capacity) * 100) : 100
  return (
    <span className={styles.bar} data-few={isFew || undefined} aria-hidden="true">
      <span style={{ width: `${share}%` }} />
    </span>
  )
}

/** A screening of the member. */
export function ScreeningRow({ screening, href }: { screening: Screening; href: string }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const { program, status, host, taken, seats } = screening
  return (
    <Row of={screening} href={href} label={text.open(program.title)}>
      <p className={styles.status} data-status={status}>
        {text.status[status]}
      </p>
      <p className={styles.left}>{host ? text.hosting : text.invited}</p>
      <p className={styles.left}>{text.seatsTaken(formatNumber(taken, language), formatNumber(seats, language))}</p>
    </Row>
  )
}
