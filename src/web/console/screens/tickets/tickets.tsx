import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { codes as readCodes, taken } from '#contract/admin/tickets.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { EyeIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useList } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { CounterIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { Counter } from './counter.tsx'
import type { Showtime } from './use-counter.ts'
import styles from './tickets.module.css'

const VIEWS = ['counter', 'showtimes'] as const
const SORTS = ['startsAt', '-startsAt'] as const

/** Tickets of the cinema's counter: people are let in by their codes; or the codes of a showtime are listed. */
export function Tickets() {
  const text = useText('consoleTickets')
  const shell = useShellText()
  const { filter, set } = useTableParams(['view', 'showtime'], SORTS)
  const view = filter.view === 'showtimes' ? 'showtimes' : 'counter'
  return (
    <Page
      title={shell.screens.tickets}
      note={text.note}
      actions={
        <Segments
          label={text.view}
          value={view}
          options={VIEWS.map((one) => [one, text.views[one]])}
          onChange={(next) => set({ view: next === 'counter' ? undefined : next, text: undefined, sort: undefined })}
        />
      }
    >
      {view === 'counter' ? <Counter filter={filter} set={set} /> : <Showtimes />}
    </Page>
  )
}

function Showtimes() {
  const text = useText('consoleTickets')
  const { filter, sort, isFiltered, set, clear } = useTableParams(['text'], SORTS)
  const list = useList(taken, { filter, sort })
  const columns = useShowtimeColumns()
  const { language } = useCallContext()
  const [open, setOpen] = useState<string>()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(found) => set({ text: found })} />
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ showtimeId }) => showtimeId}
        nameOf={({ film }) => film[language]}
        openLabel={text.open}
        onOpen={({ showtimeId }) => setOpen(open === showtimeId ? undefined : showtimeId)}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<CounterIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
    </>
  )
}

function useShowtimeColumns(): readonly Column<Showtime>[] {
  const { columns } = useText('consoleTickets')
  const { language } = useCallContext()
  return [
    {
      id: 'showtime',
      label: columns.showtime,
      sort: { up: 'startsAt', down: '-startsAt' },
      cell: ({ startsAt }) => <When at={startsAt} />,
    },
    { id: 'film', label: columns.film, cell: ({ film }) => film[language] },
    { id: 'cinema', label: columns.cinema, from: 'tablet', cell: ({ cinema }) => cinema[language] },
    {
      id: 'tickets',
      label: columns.tickets,
      cell: ({ admitted, tickets }) => `${formatNumber(admitted, language)} / ${formatNumber(tickets, language)}`,
    },
  ]
}

const detailOf = ({ showtimeId }: Showtime) => <Codes showtimeId={showtimeId} />

/** On record: they are read when they are asked for. */
function Codes({ showtimeId }: { showtimeId: string }) {
  const { codes: text } = useText('consoleTickets')
  const shell = useShellText()
  const client = useAdminClient()
  const [shown, setShown] = useState<AdminOutputOf<typeof readCodes>['list']>()
  const { run, pending } = useAction(async () => {
    const answer = await client.call(readCodes, { showtimeId })
    if (answer.result === 'FAILED') showToast({ text: answer.message })
    else setShown(answer.list)
  })
  if (!shown)
    return (
      <p className={styles.line}>
        <Button icon={<EyeIcon size={16} />} busy={pending} busyText={shell.busy} onClick={() => void run(undefined)}>
          {text.button}
        </Button>
        <span className={styles.minor}>{text.note}</span>
      </p>
    )
  return <CodeList list={shown} />
}

function CodeList({ list }: { list: AdminOutputOf<typeof readCodes>['list'] }) {
  const { codes: text } = useText('consoleTickets')
  if (list.length === 0) return <p className={styles.nothing}>{text.none}</p>
  return (
    <>
      <ul className={styles.codes} aria-label={text.list}>
        {list.map(({ code, admittedAt }) => (
          <li key={code}>
            <code>{code.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code>
            <span className={styles.minor}>{admittedAt === null ? text.unused : <When at={admittedAt} />}</span>
          </li>
        ))}
      </ul>
      <p className={styles.line}>
        <Button onClick={() => print()}>{text.print}</Button>
      </p>
    </>
  )
}
