import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { PassIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import styles from '../../content/content.module.css'
import { ContentState } from '../../content/content-state.tsx'
import { AddRecord, ContentView } from '../../content/content-view.tsx'
import { localName } from '../../content/names.ts'
import type { RecordField } from '../../content/record-form.rules.ts'
import { StateFilter, withdrawnOf } from '../../content/state-filter.tsx'
import { UsedBar } from '../../content/used-bar.tsx'
import { type Content, newId, useContentList } from '../../content/use-content.ts'
import { hongKongDay, instantOf } from '../../form/hong-kong.rules.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { Filters, SearchBox } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'

const FIELDS: readonly RecordField[] = [
  { name: 'programId', type: 'title' },
  { name: 'startsAt', type: 'time' },
  { name: 'sellsFrom', type: 'time', isOptional: true },
  { name: 'credits', type: 'number' },
  { name: 'price', type: 'dollars' },
  { name: 'tickets', type: 'number' },
  { name: 'seats', type: 'number' },
  { name: 'capacity', type: 'number' },
]

/** Starts of the private cinema: what they cost, and who has bought. */
export function Screenings() {
  const text = useText('consoleScreenings')
  const content = useText('consoleContent')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, set } = useTableParams(['when', 'text', 'state'], ['place'])
  const [today] = useState(() => hongKongDay(new Date(serverNow()).toISOString()))
  const midnight = instantOf(`${today}T00:00`)
  const isPast = filter.when === 'past'
  const isFiltered = filter.text !== undefined || filter.state !== undefined
  const clear = () => set({ text: undefined, state: undefined })
  const list = useContentList('screening', {
    text: filter.text,
    withdrawn: withdrawnOf(filter.state),
    ...(isPast ? { until: midnight } : { from: midnight }),
  })
  return (
    <Page
      title={shell.screens.screenings}
      note={text.note}
      actions={<AddRecord label={text.add} icon={<PlusIcon size={16} />} />}
    >
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={
          <Segments
            label={content.views}
            value={isPast ? 'past' : 'coming'}
            options={[
              ['coming', text.coming],
              ['past', text.past],
            ]}
            onChange={(when) => set({ when: when === 'past' ? when : undefined, record: undefined })}
          />
        }
      >
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <ContentView
        kind="screening"
        label={text.list}
        list={list}
        columns={useScreeningColumns()}
        nameOf={({ record, names }) =>
          `${localName(names.programId, language)} ${formatInstant(String(record.startsAt), language)}`
        }
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ icon: <PassIcon size={22} />, ...text.empty, add: text.add }}
        titles={{ add: text.add, edit: text.edit }}
        fields={FIELDS}
        texts={text.screening}
        initial={{ slotId: newId(), startsAt: instantOf(`${today}T20:00`), tickets: 1, seats: 5, withdrawn: false }}
        consequences={({ counts }) => text.withdraw(counts.screenings ?? 0, counts.people ?? 0, counts.held ?? 0)}
      />
    </Page>
  )
}

function useScreeningColumns(): readonly Column<Content>[] {
  const { columns: text } = useText('consoleScreenings')
  const { language } = useCallContext()
  const [now] = useState(() => serverNow())
  return [
    {
      id: 'title',
      label: text.title,
      cell: ({ record, names }) => (
        <>
          <strong className={styles.main}>{localName(names.programId, language) || String(record.programId)}</strong>
          <small className={styles.minor}>{text.seatsEach(Number(record.seats))}</small>
        </>
      ),
    },
    {
      id: 'starts',
      label: text.starts,
      cell: ({ record }) => <span className={styles.number}>{formatInstant(String(record.startsAt), language)}</span>,
    },
    {
      id: 'sells',
      label: text.sells,
      from: 'desktop',
      cell: ({ record }) => <span className={styles.number}>{formatInstant(String(record.sellsFrom), language)}</span>,
    },
    {
      id: 'price',
      label: text.price,
      from: 'tablet',
      cell: ({ record }) => (
        <>
          <span className={styles.main}>{text.credits(Number(record.credits))}</span>
          <small className={styles.minor}>
            {formatMoney(Math.round(Number(record.price) * 100), language)} · {text.tickets(Number(record.tickets))}
          </small>
        </>
      ),
    },
    {
      id: 'sold',
      label: text.sold,
      cell: ({ record, counts }) => (
        <UsedBar
          used={(counts.sold ?? 0) + (counts.held ?? 0)}
          of={Number(record.capacity)}
          {...(counts.held && { note: text.held(counts.held) })}
        />
      ),
    },
    {
      id: 'screenings',
      label: text.screenings,
      from: 'desktop',
      cell: ({ counts }) => text.people(counts.screenings ?? 0, counts.people ?? 0),
    },
    {
      id: 'state',
      label: text.state,
      from: 'tablet',
      cell: ({ record, counts }) => <ContentState state={stateOf(record, counts, now)} />,
    },
  ]
}

function stateOf(
  { withdrawn, startsAt, sellsFrom, capacity }: Content['record'],
  counts: Content['counts'],
  now: number,
) {
  if (withdrawn) return 'withdrawn'
  if (Date.parse(String(startsAt)) <= now) return 'past'
  if (Date.parse(String(sellsFrom)) > now) return 'planned'
  return (counts.sold ?? 0) + (counts.held ?? 0) >= Number(capacity) ? 'soldOut' : 'live'
}
