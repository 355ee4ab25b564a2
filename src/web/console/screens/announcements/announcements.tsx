import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_STATES, list as listAnnouncements } from '#contract/admin/announcements.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { useList } from '../../client/use-read.ts'
import layout from '../../form/long-form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { actorName } from '../../widgets/changes.tsx'
import { AnnouncementIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { AnnouncementState, type Shown } from './announcement-state.tsx'

/** What was announced, the newest first. */
export function Announcements() {
  const text = useText('consoleAnnouncements')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, sort, isFiltered, set, clear } = useTableParams(['kind', 'state'], ['-madeAt', 'madeAt'])
  const list = useList(listAnnouncements, { filter, sort })
  const columns = useAnnouncementColumns()
  return (
    <Page
      title={shell.screens.announcements}
      actions={
        <Button look="primary" icon={<PlusIcon size={16} />} href={href(PATHS.newAnnouncement)}>
          {text.add}
        </Button>
      }
    >
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label={text.kind}
          value={filter.kind}
          options={ANNOUNCEMENT_KINDS.map((kind) => [kind, text.kinds[kind]])}
          onChange={(kind) => set({ kind })}
        />
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={ANNOUNCEMENT_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state })}
        />
        {list.total === undefined ? null : <span>{shell.total(formatNumber(list.total, language), list.isMore)}</span>}
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ announcementId }) => announcementId}
        nameOf={({ title }) => title[language]}
        openLabel={text.open}
        hrefOf={({ announcementId }) => href(`${PATHS.announcements}/${announcementId}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          <NoRows
            text={text}
            icon={<AnnouncementIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
            action={{ label: text.add, href: href(PATHS.newAnnouncement) }}
          />
        }
      />
    </Page>
  )
}

function useAnnouncementColumns(): readonly Column<Shown>[] {
  const text = useText('consoleAnnouncements')
  const { language } = useCallContext()
  const reached = (recipients: number, counted: number) =>
    text.reachedOf(formatNumber(recipients, language), formatNumber(Math.max(counted, recipients), language))
  return [
    {
      id: 'title',
      label: text.columns.title,
      cell: ({ title, channels, kind, recipients, counted }) => (
        <span className={layout.cell}>
          <strong>{title[language]}</strong>
          <span className={layout.note}>{channels.map((channel) => text.channels[channel]).join(text.joined)}</span>
          <span className={layout.narrow}>
            {text.kinds[kind]} · {reached(recipients, counted)}
          </span>
        </span>
      ),
    },
    { id: 'kind', label: text.columns.kind, from: 'tablet', cell: ({ kind }) => text.kinds[kind] },
    { id: 'state', label: text.columns.state, cell: (row) => <AnnouncementState {...row} /> },
    {
      id: 'reached',
      label: text.columns.reached,
      from: 'tablet',
      cell: ({ recipients, counted }) => reached(recipients, counted),
    },
    { id: 'starts', label: text.columns.starts, from: 'desktop', cell: ({ startsAt }) => <When at={startsAt} /> },
    {
      id: 'made',
      label: text.columns.made,
      from: 'tablet',
      sort: { up: 'madeAt', down: '-madeAt' },
      cell: ({ madeAt, madeBy }) => (
        <>
          <When at={madeAt} />
          <span className={layout.note}>{actorName(madeBy)}</span>
        </>
      ),
    },
  ]
}
