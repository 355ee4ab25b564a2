import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import {
  checkCustomers,
  checkStaff,
  exportInvoice,
  importCustomers,
  importStaff,
  invoice,
  lists,
  removeStaff,
} from '#contract/admin/partners.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon, PeopleIcon, ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useExport } from '../../client/use-export.ts'
import { useRead, wholeList } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { ImportIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { ListDialog } from './list-dialog.tsx'
import type { ListFile } from './list-file.ts'
import styles from './partners.module.css'

type Lists = AdminOutputOf<typeof lists>
type PartnerList = Lists['customers'][number]
type Company = Lists['companies'][number]
type InvoiceRow = AdminOutputOf<typeof invoice>['list'][number]

const VIEWS = ['customers', 'staff', 'invoice'] as const
/** Of a list of many numbers. */
const CHECK_MS = 60_000

/** Partners' customers, companies' staff, and what partners are billed for. The address says which view. */
export function Partners() {
  const text = useText('consolePartners')
  const shell = useShellText()
  const { filter, set } = useTableParams(['view'], [''])
  const view = VIEWS.find((each) => each === filter.view) ?? 'customers'
  const View = SCREENS[view]
  return (
    <Page title={shell.screens.partners}>
      <div>
        <Segments
          label={text.view}
          value={view}
          options={VIEWS.map((each) => [each, text.views[each]])}
          onChange={(next) => set({ view: next === 'customers' ? undefined : next, month: undefined })}
        />
      </div>
      <View />
    </Page>
  )
}

function usePartnerColumns(onReplace: (partner: PartnerList['partner']) => void): readonly Column<PartnerList>[] {
  const { customers: text } = useText('consolePartners')
  const { language } = useCallContext()
  return [
    { id: 'partner', label: text.partner, cell: ({ partner }) => <strong>{partner}</strong> },
    { id: 'count', label: text.count, cell: ({ customers }) => formatNumber(customers, language) },
    {
      id: 'imported',
      label: text.imported,
      from: 'tablet',
      cell: ({ importedAt }) => (importedAt === null ? text.never : <When at={importedAt} />),
    },
    {
      id: 'replace',
      label: '',
      cell: ({ partner }) => (
        <Button size="s" aria-label={text.replaceOf(partner)} onClick={() => onReplace(partner)}>
          {text.replace}
        </Button>
      ),
    },
  ]
}

function Customers() {
  const { customers: text } = useText('consolePartners')
  const read = useRead(lists, {})
  const [replaced, setReplaced] = useState<PartnerList['partner']>()
  const columns = usePartnerColumns(setReplaced)
  return (
    <>
      <p className={styles.lead}>{text.lead}</p>
      <DataTable
        label={text.list}
        columns={columns}
        list={wholeList(read.data?.customers, read)}
        keyOf={({ partner }) => partner}
        nameOf={({ partner }) => partner}
        sort=""
        onSort={() => undefined}
        empty={null}
      />
      {replaced ? <ReplaceCustomers partner={replaced} onClose={() => setReplaced(undefined)} /> : null}
    </>
  )
}

function ReplaceCustomers({ partner, onClose }: { partner: PartnerList['partner']; onClose: () => void }) {
  const { customers: text } = useText('consolePartners')
  const { language } = useCallContext()
  const [file, setFile] = useState<ListFile>()
  const given = { partner, ...(file ?? NO_FILE) }
  const { data, error } = useRead(checkCustomers, given, { enabled: file !== undefined, limitMs: CHECK_MS })
  const { submit } = useChange(importCustomers, { invalidates: [lists, checkCustomers] })
  return (
    <ListDialog
      title={text.title(partner)}
      how={text.how}
      wrongLine={text.wrongLine}
      file={file}
      onFile={setFile}
      checked={file ? data : undefined}
      error={error}
      submit={async (reason) => {
        const answer = await submit({ ...given, seen: data?.seen ?? '', reason })
        if (answer.result === 'SUCCESS') showToast({ text: text.done(formatNumber(answer.after, language)) })
        return answer
      }}
      onClose={onClose}
    />
  )
}

const NO_FILE: ListFile = { name: '-', content: '' }

function useCompanyColumns(onRemove: (company: Company) => void): readonly Column<Company>[] {
  const { staff: text } = useText('consolePartners')
  const { language } = useCallContext()
  return [
    { id: 'company', label: text.company, cell: ({ company }) => <strong>{company}</strong> },
    { id: 'count', label: text.count, cell: ({ numbers }) => formatNumber(numbers, language) },
    { id: 'plans', label: text.plans, cell: ({ plans }) => formatNumber(plans, language) },
    {
      id: 'imported',
      label: text.imported,
      from: 'tablet',
      cell: ({ importedAt }) => <When at={importedAt} />,
    },
    {
      id: 'remove',
      label: '',
      cell: (company) => (
        <Button size="s" aria-label={text.removeOf(company.company)} onClick={() => onRemove(company)}>
          {text.remove}
        </Button>
      ),
    },
  ]
}

function Staff() {
  const { staff: text } = useText('consolePartners')
  const read = useRead(lists, {})
  const [isImporting, setImporting] = useState(false)
  const [removed, setRemoved] = useState<Company>()
  const columns = useCompanyColumns(setRemoved)
  return (
    <>
      <div className={styles.head}>
        <p className={styles.lead}>
          {text.lead} <a href={href(PATHS.plans)}>{text.toPlans}</a>
        </p>
        <Button look="primary" icon={<ImportIcon size={16} />} onClick={() => setImporting(true)}>
          {text.replace}
        </Button>
      </div>
      <DataTable
        label={text.list}
        columns={columns}
        list={wholeList(read.data?.companies, read)}
        keyOf={({ company }) => company}
        nameOf={({ company }) => company}
        sort=""
        onSort={() => undefined}
        empty={<State icon={<PeopleIcon size={22} />} title={text.empty} text={text.emptyText} />}
      />
      {isImporting ? <ImportStaff onClose={() => setImporting(false)} /> : null}
      {removed ? <RemoveStaff company={removed} onClose={() => setRemoved(undefined)} /> : null}
    </>
  )
}

function ImportStaff({ onClose }: { onClose: () => void }) {
  const { staff: text, file: fileText } = useText('consolePartners')
  const { language } = useCallContext()
  const number = (value: number) => formatNumber(value, language)
  const [file, setFile] = useState<ListFile>()
  const { data, error } = useRead(checkStaff, file ?? NO_FILE, { enabled: file !== undefined, limitMs: CHECK_MS })
  const { submit } = useChange(importStaff, { invalidates: [lists, checkStaff] })
  const total = (name: 'before' | 'after' | 'added' | 'removed') =>
    data?.companies.reduce((sum, one) => sum + one[name], 0) ?? 0
  return (
    <ListDialog
      title={text.title}
      how={text.how}
      wrongLine={text.wrongLine}
      file={file}
      onFile={setFile}
      checked={
        file && data
          ? {
              ...data,
              before: total('before'),
              after: total('after'),
              added: total('added'),
              removed: total('removed'),
            }
          : undefined
      }
      error={error}
      submit={async (reason) => {
        const answer = await submit({ ...(file ?? NO_FILE), seen: data?.seen ?? '', reason })
        if (answer.result === 'SUCCESS')
          showToast({ text: text.done(number(answer.companies), number(answer.numbers)) })
        return answer
      }}
      onClose={onClose}
    >
      {data && data.companies.length > 0 ? (
        <ul className={styles.companies} aria-label={text.companies}>
          {data.companies.map(({ company, before, after }) => (
            <li key={company}>
              <strong>{company}</strong>
              <span>
                {fileText.counts.before} {number(before)} → {fileText.counts.after} {number(after)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </ListDialog>
  )
}

function RemoveStaff({ company: { company, numbers, plans }, onClose }: { company: Company; onClose: () => void }) {
  const { staff: text } = useText('consolePartners')
  const { language } = useCallContext()
  const { submit } = useChange(removeStaff, { invalidates: [lists] })
  return (
    <Confirm
      title={text.removeTitle(company)}
      text={text.removeText(formatNumber(numbers, language), formatNumber(plans, language))}
      label={text.remove}
      word={text.remove}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ company, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: text.removed })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

function useInvoiceColumns(): readonly Column<InvoiceRow>[] {
  const { invoice: text } = useText('consolePartners')
  const { language } = useCallContext()
  return [
    { id: 'partner', label: text.partner, cell: ({ partner }) => <strong>{partner}</strong> },
    { id: 'kind', label: text.kind, cell: ({ kind }) => text.kinds[kind] },
    { id: 'codes', label: text.codes, cell: ({ codes }) => formatNumber(codes, language) },
    { id: 'amount', label: text.amount, cell: ({ amount }) => formatNumber(amount, language) },
  ]
}

function Invoice() {
  const { invoice: text } = useText('consolePartners')
  const shell = useShellText()
  const { filter, set } = useTableParams(['month'], [''])
  const [today] = useState(() => hongKongDay(new Date(serverNow()).toISOString()))
  const month = MONTH.test(filter.month ?? '') ? filter.month! : today.slice(0, 7)
  const read = useRead(invoice, { month })
  const { save, pending } = useExport(exportInvoice, text)
  const columns = useInvoiceColumns()
  return (
    <>
      <p className={styles.lead}>{text.lead}</p>
      <div className={styles.head}>
        <label className={styles.month}>
          {text.month}
          <input
            type="month"
            value={month}
            min="2020-01"
            max={today.slice(0, 7)}
            onChange={({ target }) => set({ month: target.value || undefined })}
          />
        </label>
        <Button
          icon={<DownloadIcon size={16} />}
          busy={pending}
          busyText={shell.busy}
          disabled={!read.data || read.data.list.length === 0}
          onClick={() => void save({ month })}
        >
          {text.export}
        </Button>
      </div>
      <DataTable
        label={text.list}
        columns={columns}
        list={wholeList(read.data?.list, read)}
        keyOf={({ partner, kind }) => `${partner} ${kind}`}
        nameOf={({ partner }) => partner}
        sort=""
        onSort={() => undefined}
        empty={<State icon={<ReceiptIcon size={22} />} title={text.empty} text={text.emptyText} />}
      />
    </>
  )
}

const SCREENS = { customers: Customers, staff: Staff, invoice: Invoice } as const
