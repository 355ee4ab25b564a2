import type { UseQueryResult } from '@tanstack/react-query'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { Measure, top } from '#contract/admin/reports.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { Bone } from '#web/ui/bone.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { formatFigure, type Unit } from './report-figures.ts'
import { ChangeOf } from './report-panel.tsx'
import styles from './reports.module.css'

interface TopTitlesProps {
  measure: Measure
  unit: Unit
  read: UseQueryResult<AdminOutputOf<typeof top>, CallError>
  /** The same report of one title. */
  hrefOf: (programId: string) => string
}

export function TopTitles({ measure, unit, read, hrefOf }: TopTitlesProps) {
  const text = useText('consoleReports')
  const shell = useShellText()
  const { language } = useCallContext()
  const { data, error } = read
  const name = text.measures[measure]
  if (data?.list.length === 0) return null
  const hasBefore = data?.list.some(({ before }) => before !== null) ?? false
  return (
    <Panel title={text.topTitles(name)}>
      {error && !data ? <FailedState error={error} onRetry={() => void read.refetch()} /> : null}
      {data || error ? null : (
        <div className={styles.skeleton} aria-busy="true">
          <Bone height="22rem" />
          <span className="visually-hidden">{shell.loading}</span>
        </div>
      )}
      {data ? (
        <div className={styles.tableFrame}>
          <table className={styles.table} aria-label={text.topTitles(name)}>
            <thead>
              <tr>
                <th scope="col">{text.columns.title}</th>
                <th scope="col">{name}</th>
                {hasBefore ? <th scope="col">{text.columns.change}</th> : null}
              </tr>
            </thead>
            <tbody>
              {data.list.map(({ programId, title, value, before }) => (
                <tr key={programId}>
                  <th scope="row">
                    <a
                      className={styles.link}
                      href={hrefOf(programId)}
                      title={text.openTitle(title?.[language] ?? programId)}
                    >
                      {title?.[language] ?? `${text.goneTitle} ${programId}`}
                    </a>
                  </th>
                  <td>{formatFigure(value, unit, { language, ...text })}</td>
                  {hasBefore ? (
                    <td>
                      <ChangeOf figure={{ value, before }} language={language} />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </Panel>
  )
}
