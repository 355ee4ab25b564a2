import { useState } from 'react'
import { CASE_KINDS, CASE_STATES, list as listCases } from '#contract/admin/contact.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ImageIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { type TableParams, useTableParams } from '../../table/use-table-params.ts'
import { ContactIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { Due } from './due.tsx'
import { NewCase } from './new-case.tsx'
import styles from './contact.module.css'

type CaseRow = AdminOutputOf<typeof listCases>['list'][number]

const FILTERS = ['caseNumber', 'state', 'kind', 'owner'] as const
const SORTS = ['dueAt', '-dueAt'] as const
const OWNERS = ['mine', 'none'] as const

/** Contact cases by the time an answer is due. Who wrote and what is read, and audited, on a case's own page. */
export function Contact() {
  const text = useText('consoleContact')
  const shell = useShellText()
  const { language } = useCallContext()
  const params = useTableParams(FILTERS, SORTS)
  const { filter, sort, isFiltered, set, clear } = params
  const list = useList(listCases, { filter, sort })
  const columns = useCaseColumns()
  const [isCreating, setCreating] = useState(false)
  const { total } = list
  return (
    <Page
      title={shell.screens.contact}
      note={total === undefined ? undefined : shell.total(formatNumber(total, language), list.isMore)}
      actions={
        <Button icon={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
          {text.create}
        </Button>
      }
    >
      <CaseFilters {...params} />
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ caseNumber }) => caseNumber}
        nameOf={({ caseNumber }) => caseNumber}
        openLabel={text.open}
        hrefOf={({ caseNumber }) => href(`${PATHS.contact}/${caseNumber}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<ContactIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
      {isCreating ? <NewCase onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

function CaseFilters({ filter, isFiltered, set, clear }: TableParams<(typeof FILTERS)[number]>) {
  const text = useText('consoleContact')
  return (
    <Filters isFiltered={isFiltered} onClear={clear}>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        value={filter.caseNumber ?? ''}
        onSearch={(found) => set({ caseNumber: found })}
      />
      <SelectFilter
        label={text.state}
        value={filter.state ?? 'open'}
        isRequired
        options={CASE_STATES.map((state) => [state, text.states[state]])}
        onChange={(state) => set({ state: state === 'open' ? undefined : state })}
      />
      <SelectFilter
        label={text.kind}
        value={filter.kind}
        options={CASE_KINDS.map((kind) => [kind, text.kinds[kind]])}
        onChange={(kind) => set({ kind })}
      />
      <SelectFilter
        label={text.owner}
        value={filter.owner}
        options={OWNERS.map((owner) => [owner, text.owners[owner]])}
        onChange={(owner) => set({ owner })}
      />
      <span className={styles.minor}>{text.zone}</span>
    </Filters>
  )
}

function useCaseColumns(): readonly Column<CaseRow>[] {
  const text = useText('consoleContact')
  const { columns } = text
  return [
    {
      id: 'case',
      label: columns.case,
      cell: ({ caseNumber, theme, isMember, hasImage, openedBy, state }) => (
        <span className={styles.case}>
          <strong>{caseNumber}</strong>
          {state === 'open' ? null : <Pill tone={state === 'answered' ? 'ok' : 'plain'}>{text.states[state]}</Pill>}
          <span className={styles.minor}>
            {text.themes[theme]} · {isMember ? text.member : text.visitor}
            {openedBy === null ? null : ` · ${text.byHand(openedBy)}`}
            {hasImage ? (
              <>
                {' · '}
                <ImageIcon size={14} /> {text.image}
              </>
            ) : null}
          </span>
        </span>
      ),
    },
    { id: 'kind', label: columns.kind, cell: ({ kind }) => text.kinds[kind] },
    { id: 'language', label: columns.language, from: 'tablet', cell: ({ language }) => text.languages[language] },
    { id: 'owner', label: columns.owner, from: 'tablet', cell: ({ owner }) => owner?.name ?? '–' },
    {
      id: 'due',
      label: columns.due,
      sort: { up: 'dueAt', down: '-dueAt' },
      cell: (row) => <Due {...row} />,
    },
    { id: 'sent', label: columns.sent, from: 'desktop', cell: ({ sentAt }) => <When at={sentAt} /> },
  ]
}
