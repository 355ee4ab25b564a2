import { useEffect, useRef, useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { check, list as listImports, start } from '#contract/admin/imports.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { saveFile } from '../../client/save-file.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { type AddedFile, forgetAll, imagesOf, isUnderWay, type Table } from './import-files.ts'
import { Figures } from './figures.tsx'
import { Problems, TitleLines } from './title-lines.tsx'
import styles from './import.module.css'

/** Of a large catalogue. */
const CHECK_MS = 120_000

type Checked = AdminOutputOf<typeof check>

interface DryRunProps {
  table: Table
  files: readonly AddedFile[]
  onStarted: (importId: string) => void
}

/** What the table would do, tried again once the files have arrived. */
export function DryRun({ table, files, onStarted }: DryRunProps) {
  const text = useText('consoleImport')
  const shell = useShellText()
  const given = { name: table.name, content: table.content, images: imagesOf(files) }
  const isSending = files.some(isUnderWay)
  // Films that have arrived change what is found, though they are no part of the call.
  const complete = files.filter(({ state }) => state === 'complete')
  const arrived = `${complete.length} ${complete.at(-1)?.fileId ?? ''}`
  const { data, error, isFetching, refetch } = useRead(check, given, { limitMs: CHECK_MS, key: table.tableId })
  const checked = useRef(arrived)
  useEffect(() => {
    // During the first check `refetch` starts none: it waits for the one that is under way.
    if (isSending || isFetching || checked.current === arrived) return
    checked.current = arrived
    void refetch()
  }, [isSending, isFetching, arrived, refetch])
  const [isConfirming, setConfirming] = useState(false)
  const count = data ? data.added + data.changed : 0
  return (
    <Panel
      title={text.check}
      note={
        <Button size="s" busy={isFetching} busyText={text.checking} onClick={() => void refetch()}>
          {text.again}
        </Button>
      }
    >
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className={styles.bones} aria-busy="true">
          <span className="visually-hidden">{text.checking}</span>
          <div className={styles.bone} />
        </div>
      ) : null}
      {data && data.problems.length > 0 ? <WholeFile problems={data.problems} /> : null}
      {data && data.problems.length === 0 ? (
        <>
          <Outcome checked={data} />
          <div className={styles.foot}>
            {count === 0 ? <p className={styles.note}>{text.nothing}</p> : null}
            {isSending ? <p className={styles.note}>{text.leave}</p> : null}
            <Button
              icon={<DownloadIcon size={16} />}
              onClick={() => saveFile(new Blob(['\uFEFF', data.report], { type: 'text/csv' }), text.reportName)}
            >
              {text.report}
            </Button>
            <Button
              look="primary"
              disabled={count === 0 || isSending || isFetching}
              onClick={() => setConfirming(true)}
            >
              {text.submit(count)}
            </Button>
          </div>
        </>
      ) : null}
      {isConfirming && data ? (
        <ConfirmImport given={given} checked={data} onClose={() => setConfirming(false)} onStarted={onStarted} />
      ) : null}
      <span className="visually-hidden" aria-live="polite">
        {isFetching ? shell.loading : ''}
      </span>
    </Panel>
  )
}

function WholeFile({ problems }: Pick<Checked, 'problems'>) {
  const text = useText('consoleImport')
  return (
    <State
      icon={<WarningIcon size={22} />}
      title={text.wholeFile}
      text={<Problems problems={problems} hasLine />}
      isAlert
    />
  )
}

function Outcome({ checked }: { checked: Checked }) {
  const text = useText('consoleImport')
  const { language } = useCallContext()
  const [shown, setShown] = useState<'problems' | 'all'>(checked.wrong > 0 ? 'problems' : 'all')
  const { added, changed, unchanged, wrong, newPeople: people, films, titles, total, missingFiles } = checked
  const rows = shown === 'all' ? titles : titles.filter(({ outcome }) => outcome === 'wrong')
  return (
    <>
      <Figures
        of={Object.entries({ added, changed, unchanged, wrong, people, films }).map(([name, value]) => ({
          label: text.counts[name as keyof typeof text.counts],
          value: formatNumber(value, language),
          isBad: name === 'wrong' && value > 0,
        }))}
      />
      {missingFiles.length > 0 ? (
        <p className={styles.missing}>
          <strong>{text.missing(missingFiles.length)}</strong>
          {missingFiles.join(', ')}
        </p>
      ) : null}
      <div className={styles.bar}>
        <Segments
          label={text.shown}
          value={shown}
          options={[
            ['problems', text.show.problems],
            ['all', text.show.all],
          ]}
          onChange={setShown}
        />
      </div>
      {rows.length === 0 ? <State icon={<CheckIcon size={22} />} title={text.noProblems} /> : null}
      {rows.length > 0 ? <TitleLines rows={rows} /> : null}
      {shown === 'all' && total > titles.length ? (
        <p className={styles.more}>{text.moreTitles(total - titles.length)}</p>
      ) : null}
    </>
  )
}

interface ConfirmImportProps extends Pick<DryRunProps, 'onStarted'> {
  given: { name: string; content: string; images: { name: string; image: string }[] }
  checked: Checked
  onClose: () => void
}

function ConfirmImport({ given, checked, onClose, onStarted }: ConfirmImportProps) {
  const text = useText('consoleImport')
  const shell = useShellText()
  const { submit } = useChange(start, { invalidates: [listImports] })
  const { added, changed, wrong } = checked
  return (
    <Confirm
      title={text.confirmTitle(added + changed)}
      text={text.confirmText(added, changed, wrong)}
      label={text.submit(added + changed)}
      asksWhy="may"
      submit={async (reason) => {
        const answer = await submit({ ...given, reason })
        if (answer.result === 'SUCCESS') {
          showToast({ text: answer.approvalId ? shell.waits : text.started })
          if (answer.importId !== undefined) {
            forgetAll()
            onStarted(answer.importId)
          }
        }
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
