import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { exportStatement, licensors, statement } from '#contract/admin/finance.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Bone } from '#web/ui/bone.tsx'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { useExport } from '../../client/use-export.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { ReportsIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { MonthField, monthOf } from './month-field.tsx'
import { formatFigure } from './report-figures.ts'
import styles from './reports.module.css'

type Row = AdminOutputOf<typeof statement>['list'][number]

/** What a licensor is told of a month. */
export function Statement() {
  const text = useText('consoleFinance')
  const shell = useShellText()
  const { filter, set } = useTableParams(['licensor', 'month'], [''])
  const found = useRead(licensors, {})
  const month = monthOf(filter.month)
  const names = found.data?.list ?? []
  const licensor = names.find((each) => each.licensor === filter.licensor)?.licensor
  const read = useRead(statement, { licensor: licensor ?? '', month }, { enabled: licensor !== undefined })
  const { save, pending } = useExport(exportStatement, { ...text, fileName: `statement-${month}.csv` })
  if (found.error && !found.data) return <FailedState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data?.list.length === 0)
    return <State icon={<ReportsIcon size={22} />} title={text.noLicensors} text={text.noLicensorsText} />
  const rows = read.data?.list
  return (
    <>
      <Filters isFiltered={false} onClear={() => set({ licensor: undefined, month: undefined })}>
        <SelectFilter
          label={text.licensor}
          value={licensor ?? ''}
          isRequired
          options={[
            ['', text.chooseLicensor],
            ...names.map((each) => [each.licensor, `${each.licensor} · ${text.titlesOf(each.titles)}`] as const),
          ]}
          onChange={(chosen) => set({ licensor: chosen })}
        />
        <MonthField value={month} onChange={(chosen) => set({ month: chosen })} />
      </Filters>
      {licensor === undefined ? (
        <State icon={<ReportsIcon size={22} />} title={text.chooseLicensor} text={text.licensorHint} />
      ) : (
        <Panel
          title={text.statement(licensor, month)}
          note={
            <Button
              icon={<DownloadIcon size={16} />}
              busy={pending}
              busyText={shell.busy}
              onClick={() => void save({ licensor, month })}
            >
              {text.exportStatement}
            </Button>
          }
        >
          <p className={styles.note}>{text.statementNote}</p>
          {read.error && !rows ? <FailedState error={read.error} onRetry={() => void read.refetch()} /> : null}
          {rows?.length === 0 ? (
            <State icon={<ReportsIcon size={22} />} title={text.none} text={text.noneText} />
          ) : null}
          {rows && rows.length > 0 ? <Rows rows={rows} label={text.statement(licensor, month)} /> : null}
          {rows || read.error ? null : (
            <div className={styles.skeleton} aria-busy="true">
              <Bone height="22rem" />
              <span className="visually-hidden">{shell.loading}</span>
            </div>
          )}
        </Panel>
      )}
    </>
  )
}

function Rows({ rows, label }: { rows: readonly Row[]; label: string }) {
  const text = useText('consoleFinance')
  const reports = useText('consoleReports')
  const { language } = useCallContext()
  const { columns } = text
  const regions: Readonly<Record<string, string>> = text.regions
  const time = (seconds: number) => formatFigure(seconds, 'seconds', { language, ...reports })
  const count = (value: number) => formatNumber(value, language)
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const figures = [
    [columns.plays, (row: Row) => row.plays, count],
    [columns.hours, (row: Row) => row.seconds, time],
    [columns.planHours, (row: Row) => row.planSeconds, time],
    [columns.sold, (row: Row) => row.sold, count],
    [columns.credits, (row: Row) => row.credits, count],
    [columns.revenue, (row: Row) => row.cents, (value: number) => formatMoney(value, language)],
    [columns.refunds, (row: Row) => row.refundedCents, (value: number) => formatMoney(value, language)],
  ] as const
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by the keyboard
    <section className={styles.tableFrame} tabIndex={0} aria-label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{columns.title}</th>
            <th scope="col">{columns.region}</th>
            <th scope="col">{columns.contract}</th>
            {figures.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.programId} ${row.region} ${row.contract}`}>
              <th scope="row">
                <a className={styles.link} href={href(PATHS.title.replace(':programId', row.programId))}>
                  {row.title[language] || row.title.zh_HK}
                </a>
              </th>
              <td>{regions[row.region] ?? row.region}</td>
              <td>{row.contract || '–'}</td>
              {figures.map(([name, of, show]) => (
                <td key={name}>{show(of(row))}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {text.total}
            </th>
            {figures.map(([name, of, show]) => (
              <td key={name}>{show(sum(of))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
