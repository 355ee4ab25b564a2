import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { closing, exportInvoices, exportJournal, exportLiabilities } from '#contract/admin/finance.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Bone } from '#web/ui/bone.tsx'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useExport } from '../../client/use-export.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Panel } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { MonthField, monthOf } from './month-field.tsx'
import styles from './reports.module.css'

const FILES = { journal: exportJournal, liabilities: exportLiabilities, invoices: exportInvoices } as const
const FILE_NAMES = ['journal', 'liabilities', 'invoices'] as const

/** What finance closes a month by: what was earned, what is owed, and the files. */
export function MonthEnd() {
  const text = useText('consoleFinance')
  const shell = useShellText()
  const { filter, set } = useTableParams(['month'], [''])
  const month = monthOf(filter.month)
  const { data, error, refetch } = useRead(closing, { month })
  return (
    <>
      <Filters isFiltered={false} onClear={() => set({ month: undefined })}>
        <MonthField value={month} onChange={(chosen) => set({ month: chosen })} />
      </Filters>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Closing answer={data} /> : null}
      {data || error ? null : (
        <div className={styles.skeleton} aria-busy="true">
          <Bone height="22rem" />
          <span className="visually-hidden">{shell.loading}</span>
        </div>
      )}
      <Panel title={text.downloads}>
        <ul>
          {FILE_NAMES.map((name) => (
            <Download key={name} name={name} month={month} />
          ))}
        </ul>
      </Panel>
    </>
  )
}

function Download({ name, month }: { name: (typeof FILE_NAMES)[number]; month: string }) {
  const text = useText('consoleFinance')
  const shell = useShellText()
  const { title, note, label } = text.files[name]
  const { save, pending } = useExport(FILES[name], { ...text, fileName: `${name}-${month}.csv` })
  return (
    <li className={styles.file}>
      <span>
        <strong>{title}</strong>
        <small>{note}</small>
      </span>
      <Button
        icon={<DownloadIcon size={16} />}
        busy={pending}
        busyText={shell.busy}
        onClick={() => void save({ month })}
      >
        {label}
      </Button>
    </li>
  )
}

function Closing({ answer }: { answer: AdminOutputOf<typeof closing> }) {
  const text = useText('consoleFinance')
  const { language } = useCallContext()
  const kinds: Readonly<Record<string, string>> = text.kinds
  const money = (cents: number) => formatMoney(cents, language)
  const { isBalanced, isOver, countedAt, unlicensed } = answer
  return (
    <>
      {isBalanced ? null : (
        <Notice icon={<WarningIcon size={18} />} tone="warn">
          {text.unbalanced}
        </Notice>
      )}
      {unlicensed.titles > 0 ? (
        <Notice icon={<WarningIcon size={18} />} tone="warn">
          {text.unlicensed(
            unlicensed.titles,
            formatNumber(unlicensed.plays, language),
            money(unlicensed.cents - unlicensed.refundedCents),
          )}
        </Notice>
      ) : null}
      {isBalanced ? (
        <Notice icon={isOver ? <CheckIcon size={18} /> : <WarningIcon size={18} />}>
          {isOver ? text.balanced : `${text.balanced} ${text.open}`}
        </Notice>
      ) : null}
      <div className={styles.sheets}>
        <Sheet
          title={text.revenueBy}
          rows={answer.revenue.map(({ kind, cents }) => [kinds[kind] ?? kind, money(cents)])}
          total={[text.total, money(answer.revenueCents)]}
        />
        <Sheet
          title={text.owed}
          rows={answer.liabilities.map(({ account, cents }) => [text.liabilities[account], money(cents)])}
        />
        <Sheet
          title={text.sums}
          rows={[
            [text.debit, money(answer.debitCents)],
            [text.credit, money(answer.creditCents)],
            [text.breakage, money(answer.breakageCents)],
          ]}
        />
      </div>
      {countedAt === null ? null : <p className={styles.lead}>{text.countedAt(formatInstant(countedAt, language))}</p>}
    </>
  )
}

type Line = readonly [name: string, amount: string]

function Sheet({ title, rows, total }: { title: string; rows: readonly Line[]; total?: Line }) {
  return (
    <Panel title={title}>
      <table className={styles.table} aria-label={title}>
        <tbody>
          {rows.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr>
              <th scope="row">{total[0]}</th>
              <td>{total[1]}</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </Panel>
  )
}
