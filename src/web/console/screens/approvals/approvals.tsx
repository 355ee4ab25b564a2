import { useState } from 'react'
import { APPROVAL_STATES, list as listApprovals } from '#contract/admin/approvals.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useList, useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { ApprovalIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import styles from './approvals.module.css'
import { ApprovalCard } from './approval-card.tsx'
import { Decision, type Deciding } from './decision.tsx'

const SORTS = ['-askedAt', 'askedAt'] as const

/** What waits for a second person. The address says `all` to see what was decided as well. */
export function Approvals() {
  const text = useText('consoleApprovals')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, sort, set } = useTableParams(['state'], SORTS)
  const state = filter.state ?? 'waiting'
  const list = useList(listApprovals, { filter: state === 'all' ? {} : { state }, sort })
  const [deciding, setDeciding] = useState<Deciding>()
  const me = useMe()
  const isAdministrator = me !== undefined && hasRole(me, ['administrator'])
  const operators = useRead(listOperators, { limit: 200 }, { enabled: isAdministrator })
  const { rows, error, total, isMore } = list
  return (
    <Page
      title={shell.screens.approvals}
      note={rows && total !== undefined ? shell.total(formatNumber(total, language), isMore) : undefined}
    >
      <p className={styles.lead}>{text.lead}</p>
      <Filters isFiltered={false} onClear={() => set({ state: undefined })}>
        <SelectFilter
          label={text.state}
          value={state === 'all' ? undefined : state}
          options={APPROVAL_STATES.map((each) => [each, text.states[each]])}
          onChange={(chosen) => set({ state: chosen === 'waiting' ? undefined : (chosen ?? 'all') })}
        />
      </Filters>
      {rows === undefined && error ? <FailedState error={error} onRetry={list.retry} /> : null}
      {rows === undefined && !error ? <Skeleton /> : null}
      {rows?.length === 0 ? (
        <State
          icon={<ApprovalIcon size={22} />}
          title={state === 'waiting' ? text.empty : text.none}
          text={state === 'waiting' ? text.emptyText : text.noneText}
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <ul className={styles.list} aria-label={text.list}>
          {rows.map((approval) => (
            <ApprovalCard
              key={approval.approvalId}
              approval={approval}
              operator={operators.data?.list.find(({ operatorId }) => operatorId === approval.input.id)}
              onDecide={(approve) => setDeciding({ approval, approve })}
            />
          ))}
        </ul>
      ) : null}
      {list.hasNext ? (
        <div>
          <Button busy={list.isLoadingNext} busyText={shell.loading} onClick={list.loadNext}>
            {shell.more}
          </Button>
        </div>
      ) : null}
      {deciding ? <Decision deciding={deciding} onClose={() => setDeciding(undefined)} /> : null}
    </Page>
  )
}

const CARDS = ['first', 'second', 'third']

function Skeleton() {
  const { loading } = useShellText()
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden">{loading}</span>
      {CARDS.map((card) => (
        <div key={card} className={styles.bone} />
      ))}
    </div>
  )
}
