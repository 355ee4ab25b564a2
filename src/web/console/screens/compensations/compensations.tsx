import { COMPENSATION_STATES, list as listCompensations } from '#contract/admin/compensations.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { RedeemIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useList } from '../../client/use-read.ts'
import layout from '../../form/long-form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { actorName } from '../../widgets/changes.tsx'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { CompensationState, type Shown, useGivenText } from './compensation-state.tsx'

/** What was given after incidents, the newest first. */
export function Compensations() {
  const text = useText('consoleCompensations')
  const shell = useShellText()
  const me = useMe()
  const { language } = useCallContext()
  const { filter, sort, isFiltered, set, clear } = useTableParams(['state'], ['-madeAt', 'madeAt'])
  const list = useList(listCompensations, { filter, sort })
  const columns = useCompensationColumns()
  const mayAdd = me !== undefined && hasRole(me, ['care'])
  return (
    <Page
      title={text.title}
      note={text.lead}
      actions={
        <>
          <a className={layout.link} href={href(PATHS.customers)}>
            {text.toCustomers}
          </a>
          {mayAdd ? (
            <Button look="primary" icon={<PlusIcon size={16} />} href={href(PATHS.newCompensation)}>
              {text.add}
            </Button>
          ) : null}
        </>
      }
    >
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={COMPENSATION_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state })}
        />
        {list.total === undefined ? null : <span>{shell.total(formatNumber(list.total, language), list.isMore)}</span>}
      </Filters>
      <DataTable
        label={text.title}
        columns={columns}
        list={list}
        keyOf={({ compensationId }) => compensationId}
        nameOf={({ incident }) => incident}
        openLabel={text.open}
        hrefOf={({ compensationId }) => href(`${PATHS.compensations}/${compensationId}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          <NoRows
            text={text}
            icon={<RedeemIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
            action={mayAdd ? { label: text.add, href: href(PATHS.newCompensation) } : undefined}
          />
        }
      />
    </Page>
  )
}

function useCompensationColumns(): readonly Column<Shown>[] {
  const text = useText('consoleCompensations')
  const { language } = useCallContext()
  const givenText = useGivenText()
  const reached = ({ given, members }: Shown) =>
    text.reachedOf(formatNumber(given, language), formatNumber(members, language))
  return [
    {
      id: 'incident',
      label: text.columns.incident,
      cell: (row) => (
        <span className={layout.cell}>
          <strong>{row.incident}</strong>
          <span className={layout.note}>{givenText(row.gives)}</span>
          <span className={layout.narrow}>{reached(row)}</span>
        </span>
      ),
    },
    { id: 'state', label: text.columns.state, cell: ({ state }) => <CompensationState state={state} /> },
    { id: 'reached', label: text.columns.reached, from: 'tablet', cell: reached },
    { id: 'from', label: text.columns.from, from: 'desktop', cell: ({ from }) => <When at={from} /> },
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
