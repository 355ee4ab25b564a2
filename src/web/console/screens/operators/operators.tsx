import { useState } from 'react'
import { list as listOperators, OPERATOR_STATES } from '#contract/admin/operators.ts'
import { ROLES } from '#contract/admin/endpoint.ts'
import { useSearchParams } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { useList } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { BulkBar } from '../../table/bulk-bar.tsx'
import { type Column, ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { InviteIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { EndSessionsOfMany } from './confirmations.tsx'
import { Invite } from './invite.tsx'
import type { Operator } from './operator.ts'
import { OperatorDialog } from './operator-dialog.tsx'
import styles from './operators.module.css'

const FILTERS = ['text', 'state', 'role'] as const
const SORTS = ['name', '-name', '-createdAt', 'createdAt', 'email', '-email'] as const
const TONES = { active: 'ok', invited: 'blue', disabled: 'plain' } as const satisfies Record<Operator['state'], Tone>

export function Operators() {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, SORTS)
  const list = useList(listOperators, { filter, sort })
  const all = useOperatorColumns()
  const { shown, hidden, toggle } = useColumns(all)
  const [isInviting, setInviting] = useState(false)
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useOpenOperator()
  const chosen = list.rows?.filter(({ operatorId }) => keys.has(operatorId)) ?? []
  const operator = list.rows?.find(({ operatorId }) => operatorId === open)
  const [isEnding, setEnding] = useState(false)
  return (
    <Page
      title={shell.screens.operators}
      actions={
        <Button look="primary" icon={<InviteIcon size={16} />} onClick={() => setInviting(true)}>
          {text.invite}
        </Button>
      }
    >
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={<ColumnChoice all={all} hidden={hidden} onToggle={toggle} />}
      >
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={OPERATOR_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state })}
        />
        <SelectFilter
          label={text.role}
          value={filter.role}
          options={ROLES.map((role) => [role, shell.roles[role]])}
          onChange={(role) => set({ role })}
        />
      </Filters>
      {chosen.length > 0 ? (
        <BulkBar selected={shell.selected(String(chosen.length))} onClear={() => setKeys(new Set())}>
          <Button onClick={() => setEnding(true)}>{text.endSessions.label}</Button>
        </BulkBar>
      ) : null}
      <DataTable
        label={text.list}
        columns={shown}
        list={list}
        keyOf={({ operatorId }) => operatorId}
        nameOf={({ name }) => name}
        openLabel={text.manage}
        onOpen={({ operatorId }) => setOpen(operatorId)}
        selection={{ keys, onChange: setKeys }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          isFiltered ? (
            <State
              icon={<SearchIcon size={22} />}
              title={text.none}
              text={text.noneText}
              action={{ label: shell.clearFilters, onClick: clear }}
            />
          ) : (
            <State
              icon={<PeopleIcon size={22} />}
              title={text.empty}
              text={text.emptyText}
              action={{ label: text.invite, onClick: () => setInviting(true) }}
            />
          )
        }
      />
      {isInviting ? <Invite onClose={() => setInviting(false)} /> : null}
      {operator ? <OperatorDialog operator={operator} onClose={() => setOpen(undefined)} /> : null}
      {isEnding ? (
        <EndSessionsOfMany
          operators={chosen}
          onClose={() => setEnding(false)}
          onDone={() => {
            setEnding(false)
            setKeys(new Set())
          }}
        />
      ) : null}
    </Page>
  )
}

const PARAM = 'operator'

/** In the address, so that a link opens it and Back closes it. */
function useOpenOperator(): [string | undefined, (operatorId: string | undefined) => void] {
  const [query, setQuery] = useSearchParams()
  const setOpen = (operatorId: string | undefined) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (operatorId) next.set(PARAM, operatorId)
        else next.delete(PARAM)
        return next
      },
      operatorId ? { state: { keepsScroll: true } } : { replace: true },
    )
  return [query.get(PARAM) ?? undefined, setOpen]
}

function useOperatorColumns(): readonly Column<Operator>[] {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const rolesOf = ({ roles }: Operator) => roles.map((role) => shell.roles[role]).join(shell.comma)
  const { columns, states, never } = text
  return [
    {
      id: 'name',
      label: columns.name,
      sort: { up: 'name', down: '-name' },
      cell: (operator) => (
        <>
          <strong className={styles.name}>{operator.name}</strong>
          <span className={styles.narrow}>
            {operator.email}
            <br />
            {rolesOf(operator)}
          </span>
        </>
      ),
    },
    {
      id: 'email',
      label: columns.email,
      sort: { up: 'email', down: '-email' },
      from: 'tablet',
      cell: ({ email }) => email,
    },
    { id: 'roles', label: columns.roles, from: 'tablet', cell: rolesOf },
    {
      id: 'state',
      label: columns.state,
      cell: ({ state }) => (
        <Pill tone={TONES[state]} hasDot>
          {states[state]}
        </Pill>
      ),
    },
    {
      id: 'created',
      label: columns.created,
      sort: { up: 'createdAt', down: '-createdAt' },
      from: 'desktop',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      id: 'used',
      label: columns.used,
      from: 'desktop',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : never),
    },
  ]
}
