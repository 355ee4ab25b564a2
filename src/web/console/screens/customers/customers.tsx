import { type FormEvent, useId } from 'react'
import { find } from '#contract/admin/customers.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { createStore } from '#web/kit/store.ts'
import { useText } from '#web/kit/text.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { useStore } from '#web/kit/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { PersonIcon } from '#web/ui/feature-icons.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { session } from '../../client/session.ts'
import { wholeList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { SEARCH_FIELD } from '../../shell/use-keys.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Page } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import type { FoundCustomer } from './customer.ts'
import { CustomerStates } from './customer-states.tsx'
import fieldStyles from '../../widgets/combobox.module.css'
import styles from './customers.module.css'

export const customerPath = (accountId: string): string => PATHS.customer.replace(':accountId', accountId)

interface Search {
  typed: string
  found: readonly FoundCustomer[] | undefined
  error: string | undefined
}

/** Of this page alone: an address with a number or an e-mail would stay in the history. Back shows it again, without another search. */
const search = createStore<Search>({ typed: '', found: undefined, error: undefined })
// The next operator who signs in finds nothing of it.
session.subscribe(() => {
  if (!session.get().me) search.reset()
})

/** Customers are found by what they can name in full. */
export function Customers() {
  const text = useText('consoleCustomers')
  const shell = useShellText()
  const { typed, found, error } = useStore(search, (value) => value)
  const { submit, pending } = useSearch()
  const id = useId()
  const columns = useFoundColumns()
  return (
    <Page
      title={shell.screens.customers}
      actions={
        <Button size="s" href={href(PATHS.compensations)}>
          {text.compensations}
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chrome 117 has no <search> */}
      <form className={styles.search} role="search" onSubmit={(event) => void submit(event)}>
        <label className={`${fieldStyles.field} ${styles.searchField}`}>
          <span className="visually-hidden">{text.search}</span>
          <SearchIcon size={16} />
          <input
            type="search"
            autoComplete="off"
            maxLength={100}
            placeholder={text.search}
            aria-describedby={id}
            value={typed}
            {...{ [SEARCH_FIELD]: '' }}
            onChange={({ target }) => search.set({ typed: target.value })}
          />
          <kbd aria-hidden="true">/</kbd>
        </label>
        <Button look="primary" type="submit" busy={pending} busyText={shell.busy} disabled={typed.trim() === ''}>
          {text.searchButton}
        </Button>
        <p className={styles.hint} id={id}>
          {text.searchHint}
        </p>
      </form>
      <div aria-live="polite">
        {error === undefined ? null : <FailedState error={{ message: error }} onRetry={() => void submit()} />}
        {found ? (
          <DataTable
            label={text.found}
            columns={columns}
            list={wholeList(found)}
            keyOf={({ accountId }) => accountId}
            nameOf={({ name }) => name}
            openLabel={text.open}
            hrefOf={({ accountId }) => href(customerPath(accountId))}
            sort=""
            onSort={() => undefined}
            empty={<State icon={<SearchIcon size={22} />} title={text.none} text={text.noneText} />}
          />
        ) : null}
        {!found && error === undefined ? (
          <State icon={<PersonIcon size={22} />} title={text.start} text={text.startText} />
        ) : null}
      </div>
    </Page>
  )
}

/** A single account opens at once. */
function useSearch() {
  const client = useAdminClient()
  const navigate = useNavigate()
  const { run, pending } = useAction(async (typed: string) => {
    const answer = await client.call(find, { text: typed })
    if (answer.result === 'FAILED') return search.set({ found: undefined, error: answer.message })
    search.set({ found: answer.list, error: undefined })
    const [only, ...others] = answer.list
    if (only && others.length === 0) navigate(customerPath(only.accountId))
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const typed = search.get().typed.trim()
    return typed === '' ? Promise.resolve() : run(typed)
  }
  return { submit, pending }
}

function useFoundColumns(): readonly Column<FoundCustomer>[] {
  const { columns, foundBy, noPlan } = useText('consoleCustomers')
  const { language } = useCallContext()
  return [
    {
      id: 'name',
      label: columns.name,
      cell: ({ name, accountId }) => (
        <>
          <strong className={styles.main}>{name}</strong>
          <small className={styles.minor}>{accountId}</small>
        </>
      ),
    },
    { id: 'number', label: columns.number, cell: ({ maskedNumber }) => maskedNumber },
    { id: 'plan', label: columns.plan, from: 'tablet', cell: ({ plan }) => plan?.[language] ?? noPlan },
    { id: 'since', label: columns.since, from: 'desktop', cell: ({ since }) => formatDay(since, language) },
    { id: 'by', label: columns.by, from: 'tablet', cell: (found) => foundBy[found.foundBy] },
    {
      id: 'state',
      label: columns.state,
      cell: ({ isBlocked, isClosing }) => <CustomerStates isBlocked={isBlocked} isClosing={isClosing} />,
    },
  ]
}
