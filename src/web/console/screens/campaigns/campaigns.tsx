import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { SparklesIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import styles from '../../content/content.module.css'
import { ContentState } from '../../content/content-state.tsx'
import { localName } from '../../content/names.ts'
import { StateFilter, withdrawnOf } from '../../content/state-filter.tsx'
import { type Content, useContentList } from '../../content/use-content.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'

export const NEW_CAMPAIGN = 'new'
const pathOf = (codeName: string) => href(PATHS.campaign.replace(':codeName', codeName))

/** The campaign pages, the latest first. */
export function Campaigns() {
  const text = useText('consoleCampaigns')
  const content = useText('consoleContent')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'state'], ['place'])
  const list = useContentList('campaign', { text: filter.text, withdrawn: withdrawnOf(filter.state) })
  const columns = useCampaignColumns()
  return (
    <Page
      title={shell.screens.campaigns}
      note={text.note}
      actions={
        <Button look="primary" icon={<PlusIcon size={16} />} href={pathOf(NEW_CAMPAIGN)}>
          {text.add}
        </Button>
      }
    >
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <DataTable
        label={shell.screens.campaigns}
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        nameOf={({ record }) => localName(record.title, language)}
        openLabel={content.open}
        hrefOf={({ id }) => pathOf(id)}
        sort="place"
        onSort={() => undefined}
        empty={
          <NoRows
            text={{ ...content, empty: text.empty.title, emptyText: text.empty.text }}
            icon={<SparklesIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
            action={{ label: text.add, href: pathOf(NEW_CAMPAIGN) }}
          />
        }
      />
    </Page>
  )
}

function useCampaignColumns(): readonly Column<Content>[] {
  const { columns: text, kinds, always } = useText('consoleCampaigns')
  const { language } = useCallContext()
  const [now] = useState(() => serverNow())
  const timeOf = (at: unknown) => (typeof at === 'string' ? formatInstant(at, language) : always)
  return [
    {
      id: 'title',
      label: text.title,
      cell: ({ record, id }) => (
        <>
          <strong className={styles.main}>{localName(record.title, language)}</strong>
          <small className={styles.minor}>{id}</small>
        </>
      ),
    },
    { id: 'starts', label: text.starts, from: 'tablet', cell: ({ record }) => timeOf(record.startsAt) },
    { id: 'ends', label: text.ends, cell: ({ record }) => timeOf(record.endsAt) },
    {
      id: 'blocks',
      label: text.blocks,
      from: 'desktop',
      cell: ({ record }) =>
        (record.blocks as { kind: keyof typeof kinds }[])
          .map(({ kind }) => kinds[kind])
          .join(language === 'zh_HK' ? '、' : ', '),
    },
    {
      id: 'submissions',
      label: text.submissions,
      from: 'tablet',
      cell: ({ counts }) => <span className={styles.number}>{formatNumber(counts.submissions ?? 0, language)}</span>,
    },
    { id: 'state', label: text.state, cell: ({ record }) => <ContentState state={stateOf(record, now)} /> },
  ]
}

export function stateOf({ withdrawn, startsAt, endsAt }: Content['record'], now: number) {
  if (withdrawn) return 'withdrawn'
  if (typeof startsAt === 'string' && Date.parse(startsAt) > now) return 'planned'
  return typeof endsAt === 'string' && Date.parse(endsAt) <= now ? 'over' : 'live'
}
