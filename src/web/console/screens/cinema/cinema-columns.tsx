import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import styles from '../../content/content.module.css'
import { ContentState } from '../../content/content-state.tsx'
import { localName } from '../../content/names.ts'
import { UsedBar } from '../../content/used-bar.tsx'
import type { Content } from '../../content/use-content.ts'
import { hongKongDay, typedOf } from '../../form/hong-kong.rules.ts'
import type { Column } from '../../table/columns.tsx'

export function useCinemaColumns(): readonly Column<Content>[] {
  const { cinemaColumns: text } = useText('consoleCinema')
  const { regions } = useText('consoleTitles')
  const { language } = useCallContext()
  return [
    {
      id: 'name',
      label: text.name,
      cell: ({ record }) => (
        <>
          <strong className={styles.main}>{localName(record.name, language)}</strong>
          <small className={styles.minor}>{localName(record.address, language)}</small>
        </>
      ),
    },
    {
      id: 'district',
      label: text.district,
      from: 'tablet',
      cell: ({ record }) =>
        `${regions[record.region === 'MO' ? 'MO' : 'HK']} · ${localName(record.district, language)}`,
    },
    {
      id: 'booking',
      label: text.booking,
      from: 'desktop',
      cell: ({ record }) => (record.bookingURL ? new URL(record.bookingURL as string).hostname : '–'),
    },
    { id: 'showtimes', label: text.showtimes, cell: ({ counts }) => <Count value={counts.showtimes} /> },
    { id: 'tickets', label: text.tickets, from: 'tablet', cell: ({ counts }) => <Count value={counts.tickets} /> },
    {
      id: 'state',
      label: text.state,
      cell: ({ record }) => <ContentState state={record.withdrawn ? 'withdrawn' : 'live'} />,
    },
  ]
}

export function useFilmColumns(): readonly Column<Content>[] {
  const { filmColumns: text, filmStates } = useText('consoleCinema')
  const { genres } = useText('consoleTitles')
  const { language } = useCallContext()
  const [today] = useState(() => hongKongDay(new Date(serverNow()).toISOString()))
  return [
    {
      id: 'title',
      label: text.title,
      cell: ({ record, names }) => (
        <>
          <strong className={styles.main}>{localName(record.title, language)}</strong>
          <small className={styles.minor}>
            {names.programId ? text.isTitle(localName(names.programId, language)) : text.ownFilm}
          </small>
        </>
      ),
    },
    {
      id: 'genres',
      label: text.genres,
      from: 'desktop',
      cell: ({ record }) =>
        (record.genres as (keyof typeof genres)[])
          .map((genre) => genres[genre])
          .join(language === 'zh_HK' ? '、' : ', '),
    },
    {
      id: 'facts',
      label: text.facts,
      from: 'tablet',
      cell: ({ record }) => `${String(record.restriction)} · ${text.minutes(Number(record.minutes))}`,
    },
    {
      id: 'release',
      label: text.release,
      cell: ({ record }) => <span className={styles.number}>{String(record.releaseOn)}</span>,
    },
    { id: 'showtimes', label: text.showtimes, cell: ({ counts }) => <Count value={counts.showtimes} /> },
    { id: 'waiting', label: text.waiting, from: 'desktop', cell: ({ counts }) => <Count value={counts.waiting} /> },
    {
      id: 'state',
      label: text.state,
      cell: ({ record, counts }) =>
        record.withdrawn ? (
          <ContentState state="withdrawn" />
        ) : String(record.releaseOn) > today ? (
          <ContentState state="planned" label={filmStates.coming} />
        ) : (
          <ContentState
            state={counts.showtimes ? 'live' : 'over'}
            label={counts.showtimes ? filmStates.showing : filmStates.none}
          />
        ),
    },
  ]
}

const Count = ({ value = 0 }: { value: number | undefined }) => <span className={styles.number}>{value}</span>

export function useShowtimeColumns(): readonly Column<Content>[] {
  const { showtimeColumns: text, locales } = useText('consoleCinema')
  const { language } = useCallContext()
  const [now] = useState(() => serverNow())
  const languageOf = (tag: unknown) => locales[tag as keyof typeof locales] ?? String(tag)
  return [
    {
      id: 'time',
      label: text.time,
      cell: ({ record }) => <strong className={styles.number}>{typedOf(String(record.startsAt)).slice(11)}</strong>,
    },
    {
      id: 'film',
      label: text.film,
      cell: ({ record, names }) => (
        <>
          <strong className={styles.main}>{localName(names.filmId, language)}</strong>
          <small className={styles.minor}>
            {String(record.format)} · {languageOf(record.locale)}
          </small>
        </>
      ),
    },
    { id: 'cinema', label: text.cinema, cell: ({ names }) => localName(names.cinemaId, language) },
    {
      id: 'price',
      label: text.price,
      from: 'tablet',
      cell: ({ record }) => (
        <span className={styles.number}>{formatMoney(Math.round(Number(record.price) * 100), language)}</span>
      ),
    },
    {
      id: 'tickets',
      label: text.tickets,
      cell: ({ record, counts }) => <UsedBar used={counts.tickets ?? 0} of={Number(record.ticketSeats)} />,
    },
    {
      id: 'seatsLeft',
      label: text.seatsLeft,
      from: 'desktop',
      cell: ({ record }) =>
        record.seatsLeft === undefined ? text.unknown : <Count value={Number(record.seatsLeft)} />,
    },
    {
      id: 'state',
      label: text.state,
      from: 'tablet',
      cell: ({ record }) => <ContentState state={stateOf(record, now)} />,
    },
  ]
}

function stateOf({ withdrawn, startsAt, seatsLeft }: Content['record'], now: number) {
  if (withdrawn) return 'withdrawn'
  if (Date.parse(String(startsAt)) <= now) return 'past'
  return seatsLeft === 0 ? 'soldOut' : 'live'
}
