import { exportOrders, list as listOrders } from '#contract/admin/orders.ts'
import { ORDER_STATES } from '#contract/order-states.ts'
import { PAYMENT_KINDS, PAYMENT_PURPOSES } from '#contract/payments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon, ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useExport } from '../../client/use-export.ts'
import { useList } from '../../client/use-read.ts'
import { instantOf } from '../../form/hong-kong.rules.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter, TimeFilter } from '../../table/filters.tsx'
import { type TableParams, useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { useOrderColumns } from './order-columns.tsx'
import styles from './orders.module.css'

const FILTERS = ['text', 'state', 'kind', 'provider', 'from', 'until'] as const
const SORTS = ['-createdAt', 'createdAt'] as const

/** Every order for money. */
export function Orders() {
  const text = useText('consoleOrders')
  const shell = useShellText()
  const { language } = useCallContext()
  const me = useMe()
  const params = useTableParams(FILTERS, SORTS)
  const { filter, sort, isFiltered, set, clear } = params
  const query = { filter: { ...filter, from: instantOf(filter.from), until: instantOf(filter.until) }, sort }
  const list = useList(listOrders, query)
  const { save, pending } = useExport(exportOrders, text)
  const all = useOrderColumns()
  const { shown, hidden, toggle } = useColumns(all)
  const { total } = list
  return (
    <Page
      title={shell.screens.orders}
      note={total === undefined ? undefined : shell.total(formatNumber(total, language), list.isMore)}
      actions={
        me !== undefined && hasRole(me, ['finance']) ? (
          <Button
            icon={<DownloadIcon size={16} />}
            busy={pending}
            busyText={shell.busy}
            onClick={() => void save(query)}
          >
            {text.export}
          </Button>
        ) : null
      }
    >
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={<ColumnChoice all={all} hidden={hidden} onToggle={toggle} />}
      >
        <OrderFilters filter={filter} set={set} />
      </Filters>
      <DataTable
        label={text.list}
        columns={shown}
        list={list}
        keyOf={({ outTradeNo }) => outTradeNo}
        nameOf={({ orderNumber }) => orderNumber}
        openLabel={text.open}
        hrefOf={({ orderNumber }) => href(`${PATHS.orders}/${orderNumber}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<ReceiptIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
    </Page>
  )
}

function OrderFilters({ filter, set }: Pick<TableParams<(typeof FILTERS)[number]>, 'filter' | 'set'>) {
  const text = useText('consoleOrders')
  const { providers } = useText('consoleOrders')
  return (
    <>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        value={filter.text ?? ''}
        onSearch={(found) => set({ text: found })}
      />
      <SelectFilter
        label={text.state}
        value={filter.state}
        options={ORDER_STATES.map((state) => [state, text.states[state]])}
        onChange={(state) => set({ state })}
      />
      <SelectFilter
        label={text.kind}
        value={filter.kind}
        options={PAYMENT_PURPOSES.map((kind) => [kind, text.kinds[kind]])}
        onChange={(kind) => set({ kind })}
      />
      <SelectFilter
        label={text.provider}
        value={filter.provider}
        options={PAYMENT_KINDS.map((provider) => [provider, providers[provider]])}
        onChange={(provider) => set({ provider })}
      />
      <TimeFilter label={text.from} value={filter.from} onChange={(from) => set({ from })} />
      <TimeFilter label={text.until} value={filter.until} onChange={(until) => set({ until })} />
      <span className={styles.zone}>{text.zone}</span>
    </>
  )
}
