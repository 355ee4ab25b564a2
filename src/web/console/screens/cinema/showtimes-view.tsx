import { type ReactNode, useId, useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon, TicketIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.tsx'
import { ContentView } from '../../content/content-view.tsx'
import { localName } from '../../content/names.ts'
import { StateFilter, withdrawnOf } from '../../content/state-filter.tsx'
import { type Content, newId, useContentList } from '../../content/use-content.ts'
import { hongKongDay, typedOf } from '../../form/hong-kong.rules.ts'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { useShowtimeColumns } from './cinema-columns.tsx'
import { useShowtimeFields } from './cinema-fields.ts'
import { CopyDay } from './copy-day.tsx'
import { dayAfter, isDay, spanOfDay } from './day.rules.ts'
import styles from './cinema.module.css'

interface ShowtimesViewProps {
  segments: ReactNode
  cinemas: readonly Content[]
  films: readonly Content[]
}

/** The showtimes of one day, and their copy to another one. */
export function ShowtimesView({ segments, cinemas, films }: ShowtimesViewProps) {
  const text = useText('consoleCinema')
  const { language } = useCallContext()
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'cinema', 'state'], ['place'])
  const { day, setDay } = useDay()
  const [isCopying, setCopying] = useState(false)
  const list = useContentList('showtime', {
    text: filter.text,
    parent: filter.cinema,
    withdrawn: withdrawnOf(filter.state),
    ...spanOfDay(day),
  })
  const columns = useShowtimeColumns()
  const fields = useShowtimeFields({ cinemas, films, language })
  return (
    <>
      <DayBar day={day} onDay={setDay}>
        <Button
          icon={<CopyIcon size={16} />}
          disabled={!list.rows?.some(({ record }) => record.withdrawn !== true)}
          onClick={() => setCopying(true)}
        >
          {text.copy.label}
        </Button>
      </DayBar>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchShowtimes} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <SelectFilter
          label={text.showtime.labels.cinemaId}
          value={filter.cinema}
          options={cinemas.map(({ id, record }) => [id, localName(record.name, language)])}
          onChange={(cinema) => set({ cinema })}
        />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <ContentView
        kind="showtime"
        label={text.showtimesOf(day)}
        list={list}
        columns={columns}
        nameOf={({ record, names }) =>
          `${typedOf(String(record.startsAt)).slice(11)} ${localName(names.filmId, language)}`
        }
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ icon: <TicketIcon size={22} />, ...text.emptyShowtimes, add: text.add.showtimes }}
        titles={{ add: text.add.showtimes, edit: text.edit.showtimes }}
        fields={fields}
        texts={text.showtime}
        initial={{
          showtimeId: newId(),
          ...(filter.cinema && { cinemaId: filter.cinema }),
          startsAt: `${day}T19:30:00+08:00`,
          locale: 'yue',
          subtitles: ['zh-Hant', 'en'],
          format: '2D',
          ticketSeats: 0,
          withdrawn: false,
        }}
        consequences={({ counts }) => text.withdrawShowtime(counts.tickets ?? 0)}
      />
      {isCopying ? (
        <CopyDay
          day={day}
          cinema={cinemas.find(({ id }) => id === filter.cinema)}
          onClose={() => setCopying(false)}
          onDone={setDay}
        />
      ) : null}
    </>
  )
}

function useDay() {
  const { filter, set } = useTableParams(['day'], ['place'])
  const [today] = useState(() => hongKongDay(new Date(serverNow()).toISOString()))
  const day = isDay(filter.day) ? filter.day : today
  return { day, setDay: (next: string) => set({ day: next === today ? undefined : next }) }
}

function DayBar({ day, onDay, children }: { day: string; onDay: (day: string) => void; children: ReactNode }) {
  const text = useText('consoleCinema')
  const { language } = useCallContext()
  const id = useId()
  const weekday = new Intl.DateTimeFormat(language === 'zh_HK' ? 'zh-HK' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
  return (
    <div className={styles.day}>
      <IconButton
        size={36}
        label={text.dayBefore}
        icon={<ChevronLeftIcon size={18} />}
        onClick={() => onDay(dayAfter(day, -1))}
      />
      <label className={styles.date} htmlFor={id}>
        <span className="visually-hidden">{text.day}</span>
        <input
          id={id}
          type="date"
          value={day}
          min="2000-01-01"
          max="2999-12-31"
          onChange={({ target }) => isDay(target.value) && onDay(target.value)}
        />
      </label>
      <IconButton
        size={36}
        label={text.dayAfter}
        icon={<ChevronRightIcon size={18} />}
        onClick={() => onDay(dayAfter(day, 1))}
      />
      <strong>{weekday}</strong>
      <span className={styles.zone}>{text.hongKong}</span>
      <span className={styles.copy}>{children}</span>
    </div>
  )
}
