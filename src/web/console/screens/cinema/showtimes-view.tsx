import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react'
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
import { type Content, newId, useAllContent, useContentList } from '../../content/use-content.ts'
import { hongKongDay, typedOf } from '../../form/hong-kong.rules.ts'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { useShowtimeColumns } from './cinema-columns.tsx'
import { useShowtimeFields } from './cinema-fields.ts'
import { copiesOf, dayAfter, isDay, spanOfDay } from './day.rules.ts'
import styles from './cinema.module.css'
import { RECORDS_MAX, check, list, save } from '#contract/admin/content.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'

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

interface CopyDayProps {
  day: string
  /** Undefined: all of them. */
  cinema: Content | undefined
  onClose: () => void
  onDone: (day: string) => void
}

/** Says first what the other day would get, and what it has already. */
function CopyDay({ day, cinema, onClose, onDone }: CopyDayProps) {
  const { copy: text } = useText('consoleCinema')
  const shell = useShellText()
  const { language } = useCallContext()
  const [to, setTo] = useState(() => dayAfter(day, 1))
  const { plan, error: readError, retry } = useCopies({ day, to, cinemaId: cinema?.id })
  const { submit, pending } = useChange(save, { invalidates: [list] })
  const [error, setError] = useState<string>()
  const tried = useRead(
    check,
    { kind: 'showtime', records: plan?.records ?? [] },
    { enabled: Boolean(plan?.records.length) },
  )
  const problems = tried.data?.problems ?? []
  const count = plan?.records.length ?? 0
  const isReady = count > 0 && tried.data?.wrong === 0
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!plan || !isReady) return
    const answer = await submit({ kind: 'showtime', records: plan.records, versions: plan.records.map(() => 0) })
    if (answer.result === 'FAILED') {
      // Another operator may have copied it meanwhile: what is there already is counted anew.
      retry()
      return setError(Object.values(answer.fields ?? {})[0] ?? answer.message)
    }
    showToast({ text: text.done(answer.added, to) })
    onDone(to)
    onClose()
  }
  return (
    <Dialog title={text.title(day)} closeLabel={shell.close} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        <p>{cinema ? text.ofCinema(localName(cinema.record.name, language)) : text.ofAll}</p>
        <TextField
          name="to"
          type="date"
          label={text.to}
          min="2000-01-01"
          max="2999-12-31"
          value={to}
          onChange={(typed) => {
            setTo(typed)
            setError(undefined)
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
        />
        <div className={styles.plan} data-wrong={problems.length > 0 ? '' : undefined} aria-live="polite">
          {plan ? (
            <>
              <strong>{count === 0 ? text.nothing : text.adds(count)}</strong>
              {plan.there > 0 ? <span>{text.there(plan.there)}</span> : null}
              {count > RECORDS_MAX ? <span>{text.tooMany(RECORDS_MAX)}</span> : null}
            </>
          ) : (
            <span>{to === day ? text.sameDay : isDay(to) ? shell.loading : text.noDay}</span>
          )}
          {problems.length > 0 ? (
            <ul>
              {problems.slice(0, 5).map(({ line, message }) => (
                <li key={`${line} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : null}
        </div>
        <FormError>{error ?? readError ?? tried.error?.message}</FormError>
        <DialogActions
          main={{ label: text.submit(count), busy: pending, busyText: shell.busy, disabled: !isReady }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}

function useCopies({ day, to, cinemaId }: { day: string; to: string; cinemaId: string | undefined }) {
  const isTarget = isDay(to) && to !== day
  const source = useAllContent('showtime', { parent: cinemaId, ...spanOfDay(day) })
  const target = useAllContent('showtime', { parent: cinemaId, ...spanOfDay(isTarget ? to : day) }, isTarget)
  const plan = useMemo(() => {
    if (!isTarget || !source.data || !target.data) return undefined
    const [from, there] = [source.data, target.data].map((found) => found.map(({ record }) => record))
    return copiesOf(from!, { target: there!, to, newId })
  }, [isTarget, source.data, target.data, to])
  const retry = () => void Promise.all([source.refetch(), target.refetch()])
  return { plan, error: (source.error ?? target.error)?.message, retry }
}
