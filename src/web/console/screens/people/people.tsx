import { useState } from 'react'
import { list as listPeople, PEOPLE_SORTS } from '#contract/admin/people.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { useList } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { type ListedPerson, PersonDialog } from './person-dialog.tsx'
import styles from './people.module.css'

const FILTERS = ['text'] as const

/** The people of all titles: renamed in one place, and two entries of one person become one. */
export function People() {
  const text = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, PEOPLE_SORTS)
  const list = useList(listPeople, { filter, sort })
  const columns = usePeopleColumns()
  const [open, setOpen] = useState<ListedPerson>()
  const { total, isMore } = list
  return (
    <Page
      title={shell.screens.people}
      note={total === undefined ? undefined : shell.total(formatNumber(total, language), isMore)}
    >
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ personId }) => personId}
        nameOf={({ name }) => name[language]}
        openLabel={text.open}
        onOpen={setOpen}
        isLong
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<PeopleIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
      {open ? <PersonDialog person={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  )
}

function usePeopleColumns(): readonly Column<ListedPerson>[] {
  const { columns, noWorks } = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const worksOf = ({ works }: ListedPerson) =>
    works.map(({ title }) => title[language] || title.zh_HK || title.en_US).join(shell.comma) || noWorks
  return [
    {
      id: 'name',
      label: columns.name,
      sort: { up: 'name', down: '-name' },
      cell: (person) => (
        <>
          <strong>{person.name.zh_HK}</strong>
          <span className={styles.narrow}>
            {person.name.en_US}
            <br />
            {worksOf(person)}
          </span>
        </>
      ),
    },
    { id: 'english', label: columns.english, from: 'tablet', cell: ({ name }) => name.en_US },
    { id: 'titles', label: columns.titles, cell: ({ titles }) => formatNumber(titles, language) },
    { id: 'works', label: columns.works, from: 'tablet', cell: worksOf },
  ]
}
