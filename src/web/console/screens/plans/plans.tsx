import { useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { versions, withdraw } from '#contract/admin/monthly-plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead, wholeList } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { TagIcon } from '../../widgets/icons.ts'
import { Page, Panel } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './plans.module.css'
import type { Version } from './plan-form.rules.ts'
import { PublishDialog } from './publish-dialog.tsx'

/** Which dialog is open: a version of a plan, or of a new one. */
type Publishing = { readonly of: readonly Version[] } | undefined

/** The plans, each with its versions: which is on sale when, and who keeps which. */
export function Plans() {
  const text = useText('consolePlans')
  const shell = useShellText()
  const me = useMe()
  const mayChange = me !== undefined && hasRole(me, ['finance'])
  const { data, error, refetch } = useRead(versions, {})
  const [publishing, setPublishing] = useState<Publishing>()
  const [withdrawn, setWithdrawn] = useState<Version>()
  const plans = data ? [...Map.groupBy(data.list, ({ planId }) => planId).values()] : undefined
  return (
    <Page
      title={shell.screens.plans}
      actions={
        mayChange ? (
          <Button look="primary" icon={<PlusIcon size={16} />} onClick={() => setPublishing({ of: [] })}>
            {text.add}
          </Button>
        ) : null
      }
    >
      <p className={styles.lead}>{text.lead}</p>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <Loading /> : null}
      {plans?.length === 0 ? <State icon={<TagIcon size={22} />} title={text.empty} text={text.emptyText} /> : null}
      {plans?.map((own) => (
        <Plan
          key={own[0]!.planId}
          versions={own}
          onPublish={mayChange ? () => setPublishing({ of: own }) : undefined}
          onWithdraw={mayChange ? setWithdrawn : undefined}
        />
      ))}
      {publishing ? <PublishDialog versions={publishing.of} onClose={() => setPublishing(undefined)} /> : null}
      {withdrawn ? <Withdraw version={withdrawn} onClose={() => setWithdrawn(undefined)} /> : null}
    </Page>
  )
}

interface PlanProps {
  versions: readonly Version[]
  onPublish: (() => void) | undefined
  onWithdraw: ((version: Version) => void) | undefined
}

function Plan({ versions: own, onPublish, onWithdraw }: PlanProps) {
  const text = useText('consolePlans')
  const { language } = useCallContext()
  const shown = own.find(({ state }) => state === 'onSale') ?? own[0]!
  const name = shown.name[language]
  const total = own.reduce((sum, { subscribers }) => sum + subscribers, 0)
  const columns = useVersionColumns(onWithdraw)
  return (
    <Panel
      title={name}
      note={
        <span className={styles.head}>
          <span>{text.offers[shown.offer]}</span>
          <span>{text.total(formatNumber(total, language))}</span>
          {onPublish ? (
            <Button size="s" aria-label={text.publishOf(name)} onClick={onPublish}>
              {text.publish}
            </Button>
          ) : null}
        </span>
      }
    >
      <DataTable
        label={text.versions(name)}
        columns={columns}
        list={{ ...wholeList(own), total: undefined }}
        keyOf={({ planVersionId }) => planVersionId}
        nameOf={({ planVersionId }) => planVersionId}
        sort=""
        onSort={() => undefined}
        empty={null}
      />
    </Panel>
  )
}

const TONES: Readonly<Record<Version['state'], Tone>> = {
  onSale: 'ok',
  planned: 'blue',
  paused: 'warn',
  past: 'plain',
  withdrawn: 'plain',
}

/** A version can be taken back before it begins, a promotion while it runs. */
const isOpen = ({ state, endsAt }: Version): boolean => state === 'planned' || (state === 'onSale' && endsAt !== null)

function useVersionColumns(onWithdraw: PlanProps['onWithdraw']): readonly Column<Version>[] {
  const text = useText('consolePlans')
  const { language } = useCallContext()
  const number = (value: number) => formatNumber(value, language)
  const { columns } = text
  return [
    {
      id: 'version',
      label: columns.version,
      cell: ({ version, name, endsAt }) => (
        <span className={styles.version}>
          <strong>{text.versionNumber(String(version))}</strong>
          {endsAt === null ? null : <Pill tone="pink">{text.promotion}</Pill>}
          <span className={styles.note}>{name[language]}</span>
        </span>
      ),
    },
    {
      id: 'price',
      label: columns.price,
      cell: ({ amountCents, currency }) => (
        <span className={styles.price}>
          {amountCents === 0 ? text.free : text.perMonth(formatMoney(amountCents, language, currency))}
        </span>
      ),
    },
    {
      id: 'includes',
      label: columns.includes,
      from: 'desktop',
      cell: ({ creditsPerCycle, trialMonths }) => (
        <>
          {text.credits(number(creditsPerCycle))}
          <span className={styles.note}>{trialMonths > 0 ? text.trial : text.noTrial}</span>
        </>
      ),
    },
    {
      id: 'state',
      label: columns.state,
      cell: (version) => (
        <span className={styles.state}>
          <Pill tone={TONES[version.state]} hasDot>
            {text.states[version.state]}
          </Pill>
          {onWithdraw && isOpen(version) ? (
            <Button
              size="s"
              look="text"
              aria-label={(version.state === 'planned' ? text.withdraw.of : text.withdraw.endOf)(
                text.versionNumber(String(version.version)),
              )}
              onClick={() => onWithdraw(version)}
            >
              {version.state === 'planned' ? text.withdraw.label : text.withdraw.end}
            </Button>
          ) : null}
        </span>
      ),
    },
    {
      id: 'period',
      label: columns.period,
      from: 'desktop',
      cell: ({ startsAt, endsAt }) => (
        <span className={styles.period}>
          <span>{text.from(formatInstant(startsAt, language))}</span>
          {endsAt === null ? null : <span>{text.until(formatInstant(endsAt, language))}</span>}
        </span>
      ),
    },
    {
      id: 'holders',
      label: columns.holders,
      from: 'tablet',
      cell: ({ subscribers, trials, ending }) => (
        <span className={styles.price}>
          {text.holders(number(subscribers))}
          {subscribers > 0 ? <span className={styles.note}>{text.holding(number(trials), number(ending))}</span> : null}
        </span>
      ),
    },
    {
      id: 'published',
      label: columns.published,
      from: 'desktop',
      cell: ({ publishedAt, publishedBy }) => (
        <>
          <When at={publishedAt} />
          <span className={styles.note}>{actorName(publishedBy)}</span>
        </>
      ),
    },
  ]
}

function Withdraw({ version, onClose }: { version: Version; onClose: () => void }) {
  const { withdraw: text, versionNumber } = useText('consolePlans')
  const shell = useShellText()
  const { submit } = useChange(withdraw, { invalidates: [versions, listApprovals] })
  const named = versionNumber(String(version.version))
  const isEnd = version.state === 'onSale'
  return (
    <Confirm
      title={isEnd ? text.endTitle(named) : text.title(named)}
      text={isEnd ? text.endText : text.text}
      label={isEnd ? text.end : text.label}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ planVersionId: version.planVersionId, reason })
        if (answer.result === 'SUCCESS') showToast({ text: answer.approvalId ? shell.waits : text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
