import { exportCsv, list as listTitles, TITLE_SORTS, type TitleRow } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { FilmIcon, PlusIcon } from '#web/ui/icons.tsx'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { VOD_TYPES, type VodType } from '#contract/vod-types.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { useExport } from '../../client/use-export.ts'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Column, ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { BulkChanges } from './bulk-changes.tsx'
import { filterOf, FILTERS, TitleFilters } from './title-filters.tsx'
import { useTitleSelection } from './title-selection.ts'
import styles from './titles.module.css'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { TitleStatePills } from './title-state.tsx'

const PAGE_ROWS = 100
const NEW_TITLE = href(`${PATHS.titles}/new`)

export function Titles() {
  const text = useText('consoleTitles')
  const shell = useShellText()
  const { language } = useCallContext()
  const me = useMe()
  const mayChange = me !== undefined && hasRole(me, ['catalogue'])
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, TITLE_SORTS)
  const query = { filter: filterOf(filter), sort }
  const list = useList(listTitles, { ...query, limit: PAGE_ROWS })
  const selection = useTitleSelection(list, query.filter)
  const { save, pending } = useExport(exportCsv, text)
  const all = useTitleColumns()
  const { shown, hidden, toggle } = useColumns(all)
  const count = list.total === undefined ? '' : `${formatNumber(list.total, language)}${list.isMore ? '+' : ''}`
  const nameOf = ({ title, programId }: TitleRow) => title[language] || title.zh_HK || title.en_US || programId
  return (
    <Page
      title={shell.screens.titles}
      note={list.total === undefined ? undefined : shell.total(formatNumber(list.total, language), list.isMore)}
      actions={
        <>
          <Button
            icon={<DownloadIcon size={16} />}
            busy={pending}
            busyText={shell.busy}
            onClick={() => void save(query)}
          >
            {text.export(count)}
          </Button>
          {mayChange ? (
            <Button look="primary" icon={<PlusIcon size={16} />} href={NEW_TITLE}>
              {text.add}
            </Button>
          ) : null}
        </>
      }
    >
      {mayChange ? null : <p className={styles.quiet}>{text.readOnly}</p>}
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={<ColumnChoice all={all} hidden={hidden} onToggle={toggle} />}
      >
        <TitleFilters filter={filter} sort={sort} set={set} />
      </Filters>
      {mayChange ? <BulkChanges selection={selection} /> : null}
      <DataTable
        label={text.list}
        columns={shown}
        list={list}
        keyOf={({ programId }) => programId}
        nameOf={nameOf}
        openLabel={text.open}
        hrefOf={({ programId }) => href(`${PATHS.titles}/${programId}`)}
        isLong
        {...(mayChange && { selection })}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          <NoRows
            text={text}
            icon={<FilmIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
            action={mayChange ? { label: text.add, href: NEW_TITLE } : undefined}
          />
        }
      />
    </Page>
  )
}

function useTitleColumns(): readonly Column<TitleRow>[] {
  const text = useText('consoleTitles')
  const { columns, classifies, lacks, restrictions } = text
  const classOf = ({ restriction }: TitleRow) => <ClassBadge value={restriction} label={restrictions[restriction]} />
  return [
    {
      id: 'title',
      label: columns.title,
      sort: { up: 'title', down: '-title' },
      cell: (row) => (
        <TitleCell row={row}>
          {classOf(row)}
          <span>{classifies[row.classify]}</span>
          <TitlePrice {...row} />
        </TitleCell>
      ),
    },
    { id: 'classify', label: columns.classify, from: 'desktop', cell: ({ classify }) => classifies[classify] },
    { id: 'restriction', label: columns.restriction, from: 'desktop', cell: classOf },
    {
      id: 'price',
      label: columns.price,
      from: 'desktop',
      cell: (row) => (
        <span className={styles.pills}>
          <TitlePrice {...row} />
        </span>
      ),
    },
    {
      id: 'state',
      label: columns.state,
      cell: (row) => (
        <>
          <span className={styles.pills}>
            <TitleStatePills {...row} />
          </span>
          <span className={styles.narrow}>
            <When at={row.updatedAt} />
          </span>
        </>
      ),
    },
    {
      id: 'lacks',
      label: columns.lacks,
      from: 'desktop',
      cell: (row) => (
        <span className={styles.lacks}>
          {row.lacks.map((lack) => (
            <Pill key={lack} tone="plain">
              {lacks[lack]}
            </Pill>
          ))}
        </span>
      ),
    },
    {
      id: 'window',
      label: columns.window,
      sort: { up: 'ends', down: '-ends' },
      from: 'tablet',
      cell: ({ windows }) => <WindowCell windows={windows} />,
    },
    {
      id: 'updated',
      label: columns.updated,
      sort: { up: 'updated', down: '-updated' },
      from: 'desktop',
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ]
}

function TitleCell({ row, children }: { row: TitleRow; children: React.ReactNode }) {
  const { untitled } = useText('consoleTitles')
  const { title, keyart } = row
  return (
    <span className={styles.title}>
      <span className={styles.poster}>
        {keyart ? <ResponsiveImage src={`/i/${keyart}`} alt="" sizes="40px" to={160} /> : null}
      </span>
      <span className={styles.names}>
        <strong lang="zh-HK">{title.zh_HK || untitled}</strong>
        <span lang="en">{title.en_US}</span>
        <span className={styles.facts}>{children}</span>
      </span>
    </span>
  )
}

/** The window that ends first; how many others there are. */
function WindowCell({ windows }: Pick<TitleRow, 'windows'>) {
  const text = useText('consoleTitles')
  const [first, ...others] = windows.toSorted((a, b) => ((a.endsAt ?? '9') < (b.endsAt ?? '9') ? -1 : 1))
  if (!first) return <span className={styles.quiet}>{text.noWindow}</span>
  const { startsAt, endsAt } = first
  const regions = windows.filter((window) => window.startsAt === startsAt && window.endsAt === endsAt)
  const more = others.length + 1 - regions.length
  return (
    <span className={styles.window}>
      {text.until(hongKongDay(startsAt), endsAt ? hongKongDay(endsAt, 'end') : undefined)}
      <span className={styles.quiet}>
        {regions.map(({ region }) => text.regions[region as 'HK' | 'MO']).join(' · ')}
        {more > 0 ? ` ${text.moreWindows(more)}` : ''}
      </span>
    </span>
  )
}

const TONES = {
  'FREE TO WATCH': 'ok',
  'VIP UNLIMITED WATCH': 'warn',
  'MOVIE VOUCHER': 'pink',
  'PAY PER RENT': 'blue',
} as const satisfies Record<VodType, Tone>

/** How a title is paid for, cheapest first. */
function TitlePrice({ vodTypes, credits }: { vodTypes: readonly VodType[]; credits: number }) {
  const text = useText('consoleTitles')
  const { language } = useCallContext()
  return VOD_TYPES.filter((type) => vodTypes.includes(type)).map((type) => (
    <Pill key={type} tone={TONES[type]}>
      {type === 'PAY PER RENT' && credits > 0 ? text.credits(formatNumber(credits, language)) : text.vodTypes[type]}
    </Pill>
  ))
}
