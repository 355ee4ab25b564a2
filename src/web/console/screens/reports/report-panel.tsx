import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { type Dimension, type Measure, type MeasureDefinition, MEASURES, type series } from '#contract/admin/reports.ts'
import type { Language } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { formatInstant } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Bone } from '#web/ui/bone.tsx'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ReportsIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { type ChartLine, ReportChart } from './report-chart.tsx'
import { formatFigure, formatReportDay, formatShare } from './report-figures.ts'
import { changeOf, type ReportPeriod } from './report-period.rules.ts'
import styles from './reports.module.css'

type Answer = AdminOutputOf<typeof series>

interface ReportPanelProps {
  measure: Measure
  definition: MeasureDefinition
  by: Dimension | undefined
  period: ReportPeriod
  read: UseQueryResult<Answer, CallError>
  action: ReactNode
}

/** The figure of a period, its chart, and the same numbers as tables. */
export function ReportPanel({ measure, definition, by, period, read, action }: ReportPanelProps) {
  const text = useText('consoleReports')
  const shell = useShellText()
  const { data, error } = read
  return (
    <Panel title={text.measures[measure]} note={action}>
      <p className={styles.note}>{text.notes[measure]}</p>
      {data ? (
        <Shown answer={data} measure={measure} definition={definition} by={by} period={period} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void read.refetch()} />
      ) : (
        <div className={styles.skeleton} aria-busy="true">
          <Bone height="22rem" />
          <span className="visually-hidden">{shell.loading}</span>
        </div>
      )}
    </Panel>
  )
}

type ShownProps = Omit<ReportPanelProps, 'read' | 'action'> & { answer: Answer }

function Shown({ answer, measure, definition, by, period }: ShownProps) {
  const text = useText('consoleReports')
  const { language } = useCallContext()
  const { unit } = definition
  const format = (value: number) => formatFigure(value, unit, { language, ...text })
  const title = text.measures[measure]
  const { days, points, before, lines } = answer
  const drawn = useMemo((): ChartLine[] => {
    if (lines.length > 0) return lines.map((line) => ({ ...line, name: nameOf(line, text.keys, language) }))
    const whole = { key: 'whole', name: title, points }
    return before ? [whole, { key: 'before', name: text.beforeLine, points: before, isBefore: true }] : [whole]
  }, [lines, points, before, title, text, language])
  const isEmpty = points.every((value) => value === 0) && (before ?? []).every((value) => value === 0)
  const [first, last] = [days[0] ?? period.from, days.at(-1) ?? period.until]
  return (
    <>
      <div className={styles.total}>
        <strong>{format(answer.total.value)}</strong>
        <Change figure={answer.total} format={format} />
      </div>
      {isEmpty ? (
        <State icon={<ReportsIcon size={22} />} title={text.empty} text={text.emptyText} />
      ) : (
        <>
          <ReportChart
            label={text.chart(title, formatReportDay(first, language, true), formatReportDay(last, language, true))}
            days={days}
            lines={drawn}
            unit={unit}
            format={format}
          />
          {by && lines.length > 0 ? <Division answer={answer} by={by} measure={measure} format={format} /> : null}
          <DayTable answer={answer} lines={drawn} measure={measure} format={format} />
        </>
      )}
      {last >= hongKongDay(new Date(serverNow()).toISOString()) ? (
        <p className={styles.note}>{text.todayNotOver}</p>
      ) : null}
      {definition.group === 'money' && answer.countedAt !== null ? (
        <p className={styles.note}>{text.countedAt(formatInstant(answer.countedAt, language))}</p>
      ) : null}
    </>
  )
}

/** A plan has a name of its own; what the console does not name is shown as it is. */
const nameOf = (
  { key, name }: Answer['lines'][number],
  names: Readonly<Record<string, string>>,
  language: Language,
): string => name?.[language] ?? names[key] ?? key

interface ChangeProps {
  figure: { value: number; before: number | null }
  format: (value: number) => string
}

function Change({ figure, format }: ChangeProps) {
  const text = useText('consoleReports')
  const { language } = useCallContext()
  if (figure.before === null) return null
  return (
    <span className={styles.change}>
      <ChangeOf figure={figure} language={language} /> · {text.beforeWas(format(figure.before))}
    </span>
  )
}

export function ChangeOf({
  figure,
  language,
}: {
  figure: { value: number; before: number | null }
  language: Language
}) {
  const text = useText('consoleReports')
  const change = changeOf(figure)
  if (change === undefined) return figure.value === 0 ? text.same : text.fresh
  if (change === 0) return text.same
  return change > 0 ? text.up(formatShare(change, language)) : text.down(formatShare(-change, language))
}

interface TableProps {
  answer: Answer
  measure: Measure
  format: (value: number) => string
}

/** The parts of the figure, the largest first. */
function Division({ answer, by, measure, format }: TableProps & { by: Dimension }) {
  const text = useText('consoleReports')
  const { language } = useCallContext()
  const { lines, total } = answer
  const hasShares = MEASURES[measure].fold === 'sum'
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table} aria-label={`${text.measures[measure]} · ${text.dimensions[by]}`}>
        <thead>
          <tr>
            <th scope="col">{text.dimensions[by]}</th>
            <th scope="col">{text.measures[measure]}</th>
            {hasShares ? <th scope="col">{text.columns.share}</th> : null}
            {total.before === null ? null : <th scope="col">{text.columns.change}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">{nameOf(line, text.keys, language)}</th>
              <td>{format(line.value)}</td>
              {hasShares ? <td>{total.value > 0 ? formatShare(line.value / total.value, language) : '–'}</td> : null}
              {total.before === null ? null : (
                <td>
                  <ChangeOf figure={line} language={language} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What the chart draws, the newest day first. */
function DayTable({ answer, lines, measure, format }: TableProps & { lines: readonly ChartLine[] }) {
  const text = useText('consoleReports')
  const { language } = useCallContext()
  const { days, points } = answer
  const isDivided = answer.lines.length > 0
  return (
    <details className={styles.days} open={days.length <= 7}>
      <summary>{text.showDays}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by the keyboard */}
      <section className={styles.tableFrame} tabIndex={0} aria-label={text.days(text.measures[measure])}>
        <table className={styles.table} aria-label={text.days(text.measures[measure])}>
          <thead>
            <tr>
              <th scope="col">{text.columns.day}</th>
              {isDivided ? <th scope="col">{text.columns.total}</th> : null}
              {lines.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, index) => ({ day, index }))
              .toReversed()
              .map(({ day, index }) => (
                <tr key={day}>
                  <th scope="row">{formatReportDay(day, language, true)}</th>
                  {isDivided ? <td>{format(points[index] ?? 0)}</td> : null}
                  {lines.map(({ key, points: own }) => (
                    <td key={key}>{format(own[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
