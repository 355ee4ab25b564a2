import type { ReactNode } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMonthDay, formatTime } from '#web/kit/format-day.ts'
import { formatMoney } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ClockIcon, TicketIcon } from '#web/ui/feature-icons.tsx'
import {
  type Film,
  type Showing,
  type CinemaRow,
  districtsOf,
  type FilmDay,
  isOpen,
  type Showtime,
} from './cinema-address.rules.ts'
import { formatWhen, spokenOf, dayOf, formatWeekday, wordOf } from './format-showtime.ts'
import styles from './showtimes.module.css'
import { useCinemaAddress } from './use-cinema-address.ts'
import type { ShownDay } from './use-film-day.ts'
import { REGIONS } from '#contract/regions.ts'
import { InlineSelect } from '#web/ui/form/inline-select.tsx'
import { SHOWTIME_DAYS } from '#contract/cinema.ts'
import mapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import { icon } from '#web/ui/icon.tsx'

/** The days, the area, and the cinemas with their showtimes. */
export function Showtimes({ film, day }: { film: Film; day: ShownDay }) {
  const text = useText('cinema')
  const { showtimes, all, chosen } = day
  const hasNone = !film.hasShowtimes && all.length === 0 && showtimes.data !== undefined
  return (
    <section className={styles.section} aria-labelledby="showtimes">
      <div className={styles.head}>
        <h2 id="showtimes" className={styles.title}>
          <span className={styles.wide}>{text.showtimes}</span>
          <span className={styles.narrow}>{text.showtimesPhone}</span>
        </h2>
        <p className={styles.note}>{text.byCinemas}</p>
        {hasNone ? null : <AreaFilter cinemas={all} />}
      </div>
      {hasNone ? (
        <ErrorPanel
          tone="plain"
          compact
          icon={<ClockIcon size={26} />}
          title={text.notYet}
          text={film.status === 'coming' ? text.notYetText : undefined}
        />
      ) : (
        <>
          <DayStrip data={showtimes.data} />
          <Rows day={day} />
        </>
      )}
      {chosen ? <PriceBar chosen={chosen} /> : null}
    </section>
  )
}

function Rows({ day: { showtimes, all, shown, chosen } }: { day: ShownDay }): ReactNode {
  const text = useText('cinema')
  const { site } = useShellText()
  const { change } = useCinemaAddress()
  if (showtimes.isLoadingError) {
    const action = { label: site.retry, onClick: () => void showtimes.refetch() }
    return <ErrorPanel compact title={text.failedShowtimes} text={showtimes.error.message} action={action} />
  }
  if (showtimes.isPending) return <RowsSkeleton />
  if (all.length === 0) return <ErrorPanel tone="plain" compact title={text.noShowtimes} text={text.noShowtimesText} />
  if (shown.length === 0) {
    const action = { label: text.showAll, onClick: () => change({ area: undefined }) }
    return <ErrorPanel tone="plain" compact title={text.noneHere} action={action} />
  }
  return <CinemaRows cinemas={shown} chosen={chosen} />
}

/** The chosen showtime with its price, at the bottom of a phone. */
function PriceBar({ chosen: { cinema, showtime } }: { chosen: Showing }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { open } = useCinemaAddress()
  return (
    <div className={styles.bar}>
      <p className={styles.chosen}>
        <strong>
          {joinFacts([formatWhen(showtime.startsAt, text), spokenOf(showtime, language, text)], language)}
        </strong>
        <span>{joinFacts([cinema.district, cinema.name], language)}</span>
      </p>
      <Button
        look="primary"
        size="l"
        icon={<TicketIcon />}
        note={formatMoney(showtime.amount, language)}
        onClick={() => open(showtime.showtimeId)}
      >
        {text.go}
      </Button>
    </div>
  )
}

const RowsSkeleton = () => (
  <div data-awaited="" aria-hidden="true">
    {[0, 1, 2].map((row) => (
      <span key={row} className={styles.blank} />
    ))}
  </div>
)

export const ShowtimesSkeleton = () => (
  <div className={styles.section}>
    <span className={styles.blankStrip} />
    <RowsSkeleton />
  </div>
)

/** Which cinemas are shown: of both regions, of one, or of a district. */
function AreaFilter({ cinemas }: { cinemas: readonly CinemaRow[] }) {
  const text = useText('cinema')
  const { area, change } = useCinemaAddress()
  const districts = districtsOf(cinemas)
  const district = districts.find(({ districtId }) => districtId === area)
  const region = REGIONS.find((one) => one === (district?.region ?? area))
  const offered = districts.filter((one) => region === undefined || one.region === region)
  return (
    <div className={styles.filter}>
      <fieldset className={styles.regions} aria-label={text.area}>
        {([undefined, ...REGIONS] as const).map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            className={styles.region}
            aria-pressed={one === region}
            onClick={() => change({ area: one, showtime: undefined })}
          >
            {text.areas[one ?? 'all']}
          </button>
        ))}
      </fieldset>
      <InlineSelect
        label={text.allDistricts}
        isLabelHidden
        value={district?.districtId ?? ''}
        choices={[
          { value: '', label: text.allDistricts },
          ...offered.map((one) => ({ value: one.districtId, label: one.district })),
        ]}
        onChange={(value) => change({ area: value || region, showtime: undefined })}
      />
    </div>
  )
}

/** Seven days in Hong Kong. */
function DayStrip({ data }: { data: FilmDay | undefined }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { date, change } = useCinemaAddress()
  const today = dayOf(useServerNow())
  if (!data) return <div className={styles.strip}>{BLANK}</div>
  const current = date ?? data.date
  return (
    <ul className={styles.strip} aria-label={text.days}>
      {data.days.map(({ date: day, showtimes }) => {
        return (
          <li key={day}>
            <button
              type="button"
              className={styles.day}
              data-none={showtimes === 0 ? '' : undefined}
              aria-pressed={day === current}
              onClick={() => change({ date: day, showtime: undefined })}
            >
              <span>{day === today ? text.today : formatWeekday(day, text)}</span>{' '}
              <span className={styles.date}>
                {formatMonthDay(day, language, 'short')}
                <span className="visually-hidden">{text.dayCount(showtimes)}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const BLANK = Array.from({ length: SHOWTIME_DAYS }, (_, n) => <span key={n} className={styles.dayStripBlank} />)

/** The cinemas, each with its showtimes of the day. */
function CinemaRows({ cinemas, chosen }: { cinemas: readonly CinemaRow[]; chosen: Showing | undefined }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  return (
    <ul className={styles.list}>
      {cinemas.map(({ cinemaId, district, name, address, amount, showtimes }) => (
        <li key={cinemaId} className={styles.cinema}>
          <div className={styles.about}>
            <h3 className={styles.name}>
              <span className={styles.tag}>{district}</span>
              {name}
            </h3>
            <p className={styles.address}>
              <MapPinIcon size={15} />
              <span className={styles.withoutTag}>{address}</span>
              <span className={styles.withTag}>{joinFacts([district, address], language)}</span>
            </p>
            <p className={styles.price}>{text.from(formatMoney(amount, language))}</p>
          </div>
          <ul className={styles.times} aria-label={name}>
            {showtimes.map((showtime) => (
              <Chip
                key={showtime.showtimeId}
                showtime={showtime}
                isChosen={showtime.showtimeId === chosen?.showtime.showtimeId}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** A time over one word. Another click on the chosen one opens it. */
function Chip({ showtime, isChosen }: { showtime: Showtime; isChosen: boolean }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { choose, open } = useCinemaAddress()
  const { showtimeId, startsAt, state } = showtime
  const [time, word] = [formatTime(startsAt, language), wordOf(showtime, language, text)]
  return (
    <li>
      <button
        type="button"
        className={styles.chip}
        data-state={state}
        disabled={!isOpen(showtime)}
        aria-pressed={isChosen}
        onClick={() => (isChosen ? open(showtimeId) : choose(showtimeId))}
      >
        <span className={styles.time}>{time}</span> <span className={styles.word}>{word}</span>
      </button>
    </li>
  )
}

const MapPinIcon = icon(mapPin)
