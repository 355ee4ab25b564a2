import { useState } from 'react'
import { endDevice } from '#contract/admin/customer-changes.ts'
import { cases, devices, history, ledger, messages, orders, rentals } from '#contract/admin/customer-records.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { ListIcon } from '#web/ui/feature-icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { type ListState, useList } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Segments } from '../../widgets/segments.tsx'
import { State } from '../../widgets/state.tsx'
import { type Customer, type Device, STALE } from './customer.ts'
import styles from './customers.module.css'
import {
  useCaseColumns,
  useDeviceColumns,
  useHistoryColumns,
  useLedgerColumns,
  useMessageColumns,
  useOrderColumns,
  useRentalColumns,
} from './record-columns.tsx'
import { Why } from './why.tsx'

const TABS = ['ledger', 'orders', 'rentals', 'devices', 'messages', 'cases', 'history', 'why'] as const
type Tab = (typeof TABS)[number]

interface OfCustomer {
  accountId: string
  mayChange: boolean
}

/** What is known of a customer, one kind at a time; which one is in the address. */
export function Records({ customer: { accountId }, mayChange }: { customer: Customer; mayChange: boolean }) {
  const { tabs } = useText('consoleCustomers')
  const { filter, set } = useTableParams(['tab'], ['-at'])
  const tab = TABS.find((one) => one === filter.tab) ?? 'ledger'
  const Shown = VIEWS[tab]
  return (
    <section className={styles.records} aria-label={tabs.label}>
      <div className={styles.tabs}>
        <Segments
          label={tabs.label}
          value={tab}
          options={TABS.map((one) => [one, tabs[one]] as const)}
          onChange={(next) => set({ tab: next === 'ledger' ? undefined : next })}
        />
      </div>
      <Shown key={tab} accountId={accountId} mayChange={mayChange} />
    </section>
  )
}

const VIEWS: Readonly<Record<Tab, (of: OfCustomer) => React.ReactNode>> = {
  ledger: Ledger,
  orders: Orders,
  rentals: Rentals,
  devices: Devices,
  messages: Messages,
  cases: Cases,
  history: History,
  why: Why,
}

const newestOf = (accountId: string) => ({ filter: { accountId }, sort: '-at' })

function Ledger({ accountId }: OfCustomer) {
  const list = useList(ledger, newestOf(accountId))
  return <Table name="ledger" list={list} columns={useLedgerColumns()} keyOf={({ entryId }) => entryId} />
}

function Orders({ accountId }: OfCustomer) {
  const list = useList(orders, newestOf(accountId))
  return (
    <Table
      name="orders"
      list={list}
      columns={useOrderColumns()}
      keyOf={({ orderNumber }) => orderNumber}
      hrefOf={({ orderNumber }) => href(PATHS.order.replace(':number', orderNumber))}
    />
  )
}

function Rentals({ accountId }: OfCustomer) {
  const list = useList(rentals, newestOf(accountId))
  return <Table name="rentals" list={list} columns={useRentalColumns()} keyOf={({ rentalId }) => rentalId} />
}

function Messages({ accountId }: OfCustomer) {
  const { messages: text } = useText('consoleCustomers').lists
  const list = useList(messages, newestOf(accountId))
  return (
    <>
      <p className={styles.fact}>{text.note}</p>
      <Table name="messages" list={list} columns={useMessageColumns()} keyOf={({ messageId }) => messageId} />
    </>
  )
}

function Cases({ accountId }: OfCustomer) {
  const list = useList(cases, newestOf(accountId))
  const me = useMe()
  return (
    <Table
      name="cases"
      list={list}
      columns={useCaseColumns()}
      keyOf={({ caseNumber }) => caseNumber}
      hrefOf={
        me !== undefined && hasRole(me, ['care'])
          ? ({ caseNumber }) => href(PATHS.contactCase.replace(':caseNumber', caseNumber))
          : undefined
      }
    />
  )
}

function History({ accountId }: OfCustomer) {
  const list = useList(history, newestOf(accountId))
  const columns = useHistoryColumns()
  return <Table name="history" list={list} columns={columns} keyOf={({ auditEntryId }) => String(auditEntryId)} />
}

function Devices({ accountId, mayChange }: OfCustomer) {
  const { lists } = useText('consoleCustomers')
  const { actions } = useText('consoleCustomerActions')
  const [ending, setEnding] = useState<Device>()
  const list = useList(devices, newestOf(accountId))
  const columns = useDeviceColumns(mayChange ? setEnding : undefined)
  const { submit } = useChange(endDevice, { invalidates: STALE })
  return (
    <>
      <Table name="devices" list={list} columns={columns} keyOf={({ deviceId }) => deviceId} />
      {ending ? (
        <Confirm
          title={actions.endDevice.title(ending.name ?? lists.devices.unnamed)}
          text={actions.endDevice.text}
          label={actions.endDevice.label}
          submit={async (reason = '') => {
            const answer = await submit({ accountId, deviceId: ending.deviceId, reason })
            if (answer.result === 'SUCCESS') showToast({ text: actions.endDevice.done })
            return answer
          }}
          onDone={() => setEnding(undefined)}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </>
  )
}

interface TableProps<T> {
  name: Exclude<Tab, 'why'>
  list: ListState<T>
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  /** The page of a row. */
  hrefOf?: ((row: T) => string) | undefined
}

function Table<T>({ name, hrefOf, ...table }: TableProps<T>) {
  const { tabs, lists, open } = useText('consoleCustomers')
  return (
    <DataTable
      label={tabs[name]}
      {...table}
      nameOf={table.keyOf}
      {...(hrefOf && { hrefOf, openLabel: open })}
      sort=""
      onSort={() => undefined}
      empty={<State icon={<ListIcon size={22} />} title={lists[name].empty} />}
    />
  )
}
