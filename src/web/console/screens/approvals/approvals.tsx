import { useState } from 'react'
import { APPROVAL_STATES, decide, list, list as listApprovals } from '#contract/admin/approvals.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { LockIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { hasRole, readSession, useMe } from '../../client/session.ts'
import { useList, useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { ApprovalIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import styles from './approvals.module.css'
import { ROW_OPENER } from '../../shell/use-keys.ts'
import { ChangedFields, Facts } from '../../widgets/changes.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'

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

const TONES = {
  waiting: 'warn',
  approved: 'ok',
  refused: 'bad',
  expired: 'plain',
  void: 'plain',
} as const satisfies Record<Approval['state'], Tone>

/** Of the call, and no part of what is asked. */
const ENVELOPE = new Set(['requestKey', 'reason', 'version', 'language', 'gives', 'seen'])
/** Shown as a change, and what it was made of. */
const CHANGES = new Set(['before', 'after', 'terms'])

interface ApprovalCardProps {
  approval: Approval
  /** Whom it concerns, as they are now. */
  operator: Operator | undefined
  onDecide: (approve: boolean) => void
}

function ApprovalCard({ approval, operator, onDecide }: ApprovalCardProps) {
  const text = useText('consoleApprovals')
  const { requests } = useText('consoleActions')
  const { endpoint, requester, reason, askedAt, expiresAt, state, decider, decidedAt, obstacle } = approval
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{requests[endpoint] ?? endpoint}</h2>
        <Pill tone={TONES[state]} hasDot>
          {text.states[state]}
        </Pill>
        {state === 'waiting' ? <TimeLeft until={expiresAt} /> : null}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{text.asks}</dt>
          <dd>{requester.name}</dd>
        </div>
        <div>
          <dt>{text.asked}</dt>
          <dd>
            <When at={askedAt} />
          </dd>
        </div>
        <div>
          <dt>{text.expires}</dt>
          <dd>
            <When at={expiresAt} />
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>{text.reason}</dt>
          <dd>{reason}</dd>
        </div>
      </dl>
      <div className={styles.content}>
        <h3 className={styles.label}>{text.content}</h3>
        {operator ? (
          <p className={styles.concerns}>
            <span className={styles.label}>{text.concerns}</span> <strong>{operator.name}</strong> {operator.email}
          </p>
        ) : null}
        <Facts data={askedOf(approval, operator)} />
        <ChangedFields before={approval.consequence.before} after={approval.consequence.after} />
        {operator && state === 'waiting' ? <RolesChange approval={approval} operator={operator} /> : null}
      </div>
      <div className={styles.actions}>
        {state !== 'waiting' ? (
          <p className={styles.note}>
            {decider ? text.decided(decider.name) : null} {decidedAt ? <When at={decidedAt} /> : null}
          </p>
        ) : obstacle ? (
          <p className={styles.note}>
            <LockIcon size={16} />
            {text.obstacles[obstacle]}
          </p>
        ) : (
          <>
            <Button look="primary" {...{ [ROW_OPENER]: '' }} onClick={() => onDecide(true)}>
              {text.approve}
            </Button>
            <Button onClick={() => onDecide(false)}>{text.refuse}</Button>
          </>
        )}
      </div>
    </li>
  )
}

/** The exact input, and its consequence, which goes before what the input calls the same. */
function askedOf({ input, consequence }: Approval, operator: Operator | undefined): Readonly<Record<string, unknown>> {
  const { operatorId: _, ...others } = consequence
  const given = Object.entries({ ...input, ...others }).filter(
    ([name]) => !ENVELOPE.has(name) && !('after' in consequence && CHANGES.has(name)),
  )
  return Object.fromEntries(operator ? given.filter(([name]) => name !== 'id') : given)
}

function RolesChange({ approval: { input }, operator }: { approval: Approval; operator: Operator }) {
  return Array.isArray(input.roles) ? (
    <ChangedFields before={{ roles: operator.roles }} after={{ roles: input.roles }} />
  ) : null
}

function TimeLeft({ until }: { until: string }) {
  const text = useText('consoleApprovals')
  const shell = useShellText()
  const minutes = Math.floor(useCountdown(Date.parse(until)) / 60)
  return (
    <span className={styles.note} title={shell.time}>
      {minutes >= 60 ? text.left(Math.floor(minutes / 60)) : text.leftMinutes(minutes)}
    </span>
  )
}

interface Deciding {
  readonly approval: Approval
  readonly approve: boolean
}

function Decision({ deciding: { approval, approve }, onClose }: { deciding: Deciding; onClose: () => void }) {
  const text = useText('consoleApprovals')
  const { requests } = useText('consoleActions')
  const client = useAdminClient()
  const { submit } = useChange(decide, { invalidates: [list, listOperators] })
  const what = requests[approval.endpoint] ?? approval.endpoint
  return (
    <Confirm
      title={approve ? text.approveTitle(what) : text.refuseTitle(what)}
      text={approve ? text.approveText : text.refuseText}
      label={approve ? text.approve : text.refuse}
      asksWhy={approve ? 'may' : 'always'}
      submit={async (reason) => {
        const answer = await submit({ id: approval.approvalId, approve, reason })
        if (answer.result === 'SUCCESS') showToast({ text: text.outcomes[answer.outcome] })
        return answer
      }}
      onDone={() => {
        // The count in the rail.
        void readSession(client)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** A row of the list. */
type Approval = AdminOutputOf<typeof list>['list'][number]
/** Whom it concerns. */
type Operator = AdminOutputOf<typeof listOperators>['list'][number]
