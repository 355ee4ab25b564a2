import { useRef, useState } from 'react'
import { exportUses, file as fileCall, list as listBatches, listUses, show, voidCodes } from '#contract/admin/codes.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon, PeopleIcon, RedeemIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { saveFile } from '../../client/save-file.ts'
import { useChange } from '../../client/use-change.ts'
import { useExport } from '../../client/use-export.ts'
import { useList, useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { actorName } from '../../widgets/changes.tsx'
import { AuditFact, Fact, Facts, JobProgress } from '../../widgets/facts.tsx'
import { Notice } from '../../widgets/notice.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { type Batch as ShownBatch, BatchState, Period, useRewards } from './code-columns.tsx'
import styles from './codes.module.css'

const MAKING_POLL_MS = 1_000
const POLL_MS = 15_000

/** One batch: how far it is, its one download, and who redeemed its codes. */
export function Batch() {
  const { batch: text, toList } = useText('consoleCodes')
  const { pathname } = useLocation()
  const batchId = pathParams(PATHS.batch, plainPath(pathname))?.batchId ?? ''
  const read = useRead(
    show,
    { batchId },
    { pollMs: (answer) => (answer?.state === 'making' ? MAKING_POLL_MS : POLL_MS) },
  )
  if (read.data) return <Shown batch={read.data} />
  return (
    <NoRecord
      read={read}
      icon={<RedeemIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: toList, href: href(PATHS.codes) }}
    />
  )
}

function Shown({ batch }: { batch: ShownBatch }) {
  const text = useText('consoleCodes')
  const [isVoiding, setVoiding] = useState(false)
  return (
    <Page
      title={batch.name}
      note={
        <span className={styles.head}>
          <BatchState batch={batch} />
          <span>{text.kinds[batch.kind]}</span>
        </span>
      }
      actions={
        <>
          <a className={styles.link} href={href(PATHS.codes)}>
            {text.toList}
          </a>
          {batch.voidedAt === null ? <Button onClick={() => setVoiding(true)}>{text.batch.void}</Button> : null}
        </>
      }
    >
      <div className={styles.columns}>
        <BatchFacts batch={batch} />
        <File batch={batch} />
      </div>
      <Uses batchId={batch.batchId} />
      {isVoiding ? <VoidBatch batch={batch} onClose={() => setVoiding(false)} /> : null}
    </Page>
  )
}

function BatchFacts({ batch }: { batch: ShownBatch }) {
  const text = useText('consoleCodes')
  const shell = useShellText()
  const { batch: own } = text
  const { language } = useCallContext()
  const rewardsOf = useRewards()
  const number = (value: number) => formatNumber(value, language)
  const { grants, wanted, made, uses, usesPerCode, partner, newUsersOnly, worthCents, voidedCodes, state } = batch
  const days = grants.flatMap(({ expiresInDays }) => (expiresInDays === undefined ? [] : [expiresInDays]))
  return (
    <Panel title={own.facts} note={<code>{batch.batchId}</code>}>
      {state === 'making' ? (
        <JobProgress all={wanted} done={made} label={own.progressText(number(made), number(wanted))}>
          <p className={styles.note}>{own.running}</p>
        </JobProgress>
      ) : null}
      <Facts>
        <Fact label={own.gives}>
          {rewardsOf(grants)}
          {days.length > 0 ? <span className={styles.note}>{text.validDays(number(Math.max(...days)))}</span> : null}
        </Fact>
        <Fact label={own.codes}>{number(wanted)}</Fact>
        <Fact label={text.columns.uses}>{text.usedOf(number(uses), number(wanted * usesPerCode))}</Fact>
        <Fact label={own.usesPerCode}>{number(usesPerCode)}</Fact>
        <Fact label={own.period}>
          <Period {...batch} />
        </Fact>
        <Fact label={own.partner}>{partner ?? text.anyone}</Fact>
        <Fact label={own.newUsers}>{newUsersOnly || batch.kind === 'sharing' ? shell.yes : shell.no}</Fact>
        {worthCents === null ? null : <Fact label={own.worth}>{formatMoney(worthCents, language)}</Fact>}
        {voidedCodes > 0 ? <Fact label={own.voidedCodes}>{number(voidedCodes)}</Fact> : null}
        <Fact label={own.made}>
          <When at={batch.madeAt} />
          <span className={styles.note}>{actorName(batch.madeBy)}</span>
        </Fact>
        <AuditFact label={own.audit} subject={`code batch:${batch.batchId}`} />
      </Facts>
    </Panel>
  )
}

/** The codes, once. */
function File({ batch }: { batch: ShownBatch }) {
  const { batch: text, files } = useText('consoleCodes')
  const { language } = useCallContext()
  const { file, fileUntil, fetchedAt, isOwn, voidedAt, madeBy } = batch
  const moment = (at: string) => formatMoment(at, language)
  const isReady = file === 'ready' && voidedAt === null
  return (
    <Panel title={text.file} note={files[file]}>
      <div className={styles.file}>
        {voidedAt === null ? null : <p className={styles.note}>{text.voided}</p>}
        {file === 'making' && voidedAt === null ? <p className={styles.note}>{text.making}</p> : null}
        {file === 'none' ? <p className={styles.note}>{text.none}</p> : null}
        {file === 'expired' ? <p className={styles.note}>{text.expired}</p> : null}
        {fetchedAt === null ? null : <p className={styles.note}>{text.fetchedAt(moment(fetchedAt))}</p>}
        {isReady && !isOwn ? <Notice icon={<PeopleIcon size={18} />}>{text.notOwn(actorName(madeBy))}</Notice> : null}
        {isReady && isOwn ? <Download batch={batch} /> : null}
        {isReady && fileUntil ? <p className={styles.note}>{text.until(moment(fileUntil))}</p> : null}
      </div>
    </Panel>
  )
}

function Download({ batch }: { batch: ShownBatch }) {
  const codes = useText('consoleCodes')
  const { batch: text } = codes
  const shell = useShellText()
  const { language } = useCallContext()
  const client = useAdminClient()
  const [isSure, setSure] = useState(false)
  const { refetch } = useRead(show, { batchId: batch.batchId })
  // The same request again, where its answer was lost.
  const requestKey = useRef(crypto.randomUUID())
  const { run, pending } = useAction(async (batchId: string) => {
    const answer = await client.call(fileCall, { batchId, requestKey: requestKey.current }, { limitMs: FILE_MS })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    saveFile(csvOf(answer), codes.codesFile(batch.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')))
    showToast({ text: text.downloaded(formatNumber(answer.codes.length, language)) })
    void refetch()
  })
  return (
    <>
      <Notice tone="warn" icon={<WarningIcon size={18} />}>
        <strong>{text.fileOnce}</strong> {text.fileText}
      </Notice>
      <CheckField name="keep" label={text.keep} checked={isSure} onChange={setSure} />
      <div>
        <Button
          look="primary"
          icon={<DownloadIcon size={16} />}
          disabled={!isSure}
          busy={pending}
          busyText={shell.busy}
          onClick={() => void run(batch.batchId)}
        >
          {text.download}
        </Button>
      </div>
    </>
  )
}

const FILE_MS = 120_000

/** As the command writes them. */
const csvOf = ({ codes }: AdminOutputOf<typeof fileCall>): Blob =>
  new Blob([['code', ...codes, ''].join('\r\n')], { type: 'text/csv' })

type Use = AdminOutputOf<typeof listUses>['list'][number]

function Uses({ batchId }: { batchId: string }) {
  const text = useText('consoleCodes')
  const shell = useShellText()
  const { sort, set } = useTableParams([], ['-usedAt', 'usedAt'])
  const query = { filter: { batchId }, sort: sort === 'usedAt' ? ('usedAt' as const) : ('-usedAt' as const) }
  const list = useList(listUses, query)
  const { save, pending } = useExport(exportUses, text)
  const columns = useUseColumns()
  return (
    <Panel
      title={text.batch.uses}
      note={
        list.rows && list.rows.length > 0 ? (
          <Button
            size="s"
            icon={<DownloadIcon size={14} />}
            busy={pending}
            busyText={shell.busy}
            onClick={() => void save(query)}
          >
            {text.export}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label={text.batch.uses}
        columns={columns}
        list={list}
        keyOf={({ useId }) => useId}
        nameOf={({ useId }) => useId}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<State icon={<RedeemIcon size={22} />} title={text.batch.noUses} text={text.batch.noUsesText} />}
      />
    </Panel>
  )
}

function useUseColumns(): readonly Column<Use>[] {
  const text = useText('consoleCodes')
  const { columns, batch } = text
  const rewardsOf = useRewards()
  return [
    {
      id: 'account',
      label: columns.account,
      cell: ({ accountId }) =>
        accountId === null ? (
          batch.erased
        ) : (
          <a
            className={styles.link}
            aria-label={batch.openCustomer(accountId)}
            href={href(`${PATHS.customers}/${accountId}`)}
          >
            <code>{accountId}</code>
          </a>
        ),
    },
    {
      id: 'used',
      label: columns.used,
      sort: { up: 'usedAt', down: '-usedAt' },
      cell: ({ usedAt }) => <When at={usedAt} />,
    },
    {
      id: 'gave',
      label: columns.gave,
      from: 'tablet',
      cell: ({ granted }) => rewardsOf(granted.map(({ kind, amount }) => ({ kind, amount }))),
    },
    { id: 'code', label: columns.code, from: 'tablet', cell: ({ codeId }) => <code>{codeId}</code> },
  ]
}

function VoidBatch({ batch, onClose }: { batch: ShownBatch; onClose: () => void }) {
  const { batch: text } = useText('consoleCodes')
  const { language } = useCallContext()
  const { submit } = useChange(voidCodes, { invalidates: [listBatches, show] })
  const { batchId, name, wanted, usesPerCode, uses } = batch
  const left = formatNumber(Math.max(0, wanted * usesPerCode - uses), language)
  return (
    <Confirm
      title={text.voidTitle(name)}
      text={text.voidText(left, formatNumber(uses, language))}
      label={text.void}
      word={text.word}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ batchId, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
