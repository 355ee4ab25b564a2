import { useText } from '#web/kit/text.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { Figures } from './figures.tsx'
import { MonthEnd } from './month-end.tsx'
import { Statement } from './statement.tsx'
import styles from './reports.module.css'

const VIEWS = ['figures', 'month', 'licensor'] as const
const SCREENS = { figures: Figures, month: MonthEnd, licensor: Statement } as const

/** Figures by day; for finance the end of a month and the statements of licensors. What is shown is in the address. */
export function Reports() {
  const text = useText('consoleReports')
  const finance = useText('consoleFinance')
  const shell = useShellText()
  const me = useMe()
  const { filter, set } = useTableParams(['view'], [''])
  const isFinance = me !== undefined && hasRole(me, ['finance'])
  const view = (isFinance && VIEWS.find((each) => each === filter.view)) || 'figures'
  const View = SCREENS[view]
  return (
    <Page title={shell.screens.reports}>
      <p className={styles.lead}>{view === 'figures' ? text.lead : finance.lead}</p>
      {isFinance ? (
        <div>
          <Segments
            label={finance.view}
            value={view}
            options={VIEWS.map((each) => [each, finance.views[each]])}
            onChange={(next) => set({ view: next === 'figures' ? undefined : next })}
          />
        </div>
      ) : null}
      <View />
    </Page>
  )
}
