import { exportCsv, list as listTitles, TITLE_SORTS, type TitleRow } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { FilmIcon, PlusIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useExport } from '../../client/use-export.ts'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { BulkChanges } from './bulk-changes.tsx'
import { useTitleColumns } from './title-columns.tsx'
import { filterOf, FILTERS, TitleFilters } from './title-filters.tsx'
import { useTitleSelection } from './title-selection.ts'
import styles from './titles.module.css'

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
