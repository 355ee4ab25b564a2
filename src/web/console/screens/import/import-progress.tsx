import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { continueImport, find, report, retry, titles as listTitles } from '#contract/admin/imports.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useExport } from '../../client/use-export.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { Figures } from './figures.tsx'
import { TitleLines } from './title-lines.tsx'
import styles from './import.module.css'

type Progress = AdminOutputOf<typeof find>

const POLL_MS = 1_000
const PAGE = 100

const isOver = ({ finishedAt, ingests }: Progress): boolean => finishedAt !== null && ingests.open === 0

/** One import: how far it is, what became of its titles and films, and what can be tried again. */
export function ImportProgress({ importId }: { importId: string }) {
  const { data, error, refetch } = useRead(find, { importId }, { pollMs: POLL_MS, isLast: isOver })
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <>
      <Summary progress={data} onRetried={() => void refetch()} />
      {data.isHeld ? <HeldImport importId={importId} onContinued={() => void refetch()} /> : null}
      <Titles importId={importId} isRunning={!isOver(data)} hasProblems={data.wrong + data.ingests.failed > 0} />
    </>
  )
}

function Waiting() {
  const shell = useShellText()
  return (
    <div className={styles.bones} aria-busy="true">
      <span className="visually-hidden">{shell.loading}</span>
      <div className={styles.bone} />
    </div>
  )
}

function Summary({ progress, onRetried }: { progress: Progress; onRetried: () => void }) {
  const text = useText('consoleImport')
  const shell = useShellText()
  const { language } = useCallContext()
  const { importId, fileName, added, changed, unchanged, wrong, total, finishedAt, ingests } = progress
  const say = (value: number) => formatNumber(value, language)
  const done = added + changed + unchanged + wrong
  const said = text.progress(say(done), say(total))
  const { save, pending } = useExport(report, { exported: text.saved, fileName: text.reportName })
  const again = useChange(retry, { invalidates: [find, listTitles] })
  const tryAgain = async () => {
    const answer = await again.submit({ importId })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    showToast({ text: answer.approvalId ? shell.waits : text.retried(answer.titles ?? 0) })
    return onRetried()
  }
  return (
    <Panel title={fileName} note={finishedAt ? text.finished(formatMoment(finishedAt, language)) : undefined}>
      {finishedAt ? null : (
        <div className={styles.files}>
          <p className={styles.note} aria-live="polite">
            {said}
          </p>
          <progress className={styles.progress} max={Math.max(1, total)} value={done} aria-label={said} />
          {progress.isHeld ? null : <p className={styles.note}>{text.running}</p>}
        </div>
      )}
      <Figures
        of={Object.entries({ added, changed, unchanged, wrong }).map(([name, value]) => ({
          label: text.counts[name as keyof typeof text.counts],
          value: say(value),
          isBad: name === 'wrong' && value > 0,
        }))}
      />
      {ingests.open + ingests.done + ingests.failed > 0 ? (
        <p className={styles.missing}>
          <strong>{text.ingests}</strong> {text.filmsState(ingests)} <a href={href(PATHS.ingest)}>{text.toIngest}</a>
        </p>
      ) : null}
      <div className={styles.foot}>
        <Button
          icon={<DownloadIcon size={16} />}
          busy={pending}
          busyText={shell.busy}
          onClick={() => void save({ importId })}
        >
          {text.report}
        </Button>
        {finishedAt && wrong + ingests.failed > 0 ? (
          <Button busy={again.pending} busyText={shell.busy} onClick={() => void tryAgain()}>
            {text.retry}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

/** It waits until an operator who may change titles continues it. */
function HeldImport({ importId, onContinued }: { importId: string; onContinued: () => void }) {
  const { held: text } = useText('consoleImport')
  const shell = useShellText()
  const { submit, pending } = useChange(continueImport, { invalidates: [find, listTitles] })
  const resume = async () => {
    const answer = await submit({ importId })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    showToast({ text: answer.approvalId ? shell.waits : text.done })
    return onContinued()
  }
  return (
    <Panel title={text.title}>
      <div className={styles.foot}>
        <p className={styles.note}>{text.text}</p>
        <Button busy={pending} busyText={shell.busy} onClick={() => void resume()}>
          {text.button}
        </Button>
      </div>
    </Panel>
  )
}

function Titles({ importId, isRunning, hasProblems }: { importId: string; isRunning: boolean; hasProblems: boolean }) {
  const text = useText('consoleImport')
  const shell = useShellText()
  const [chosen, setShown] = useState<'problems' | 'all'>()
  const shown = chosen ?? (hasProblems ? 'problems' : 'all')
  const [limit, setLimit] = useState(PAGE)
  const query = { filter: { importId, shown }, limit }
  const { data, error, refetch } = useRead(listTitles, query, isRunning ? { pollMs: POLL_MS } : {})
  return (
    <Panel title={text.lines}>
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
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Waiting /> : null}
      {data?.list.length === 0 ? <State icon={<CheckIcon size={22} />} title={text.noProblems} /> : null}
      {data && data.list.length > 0 ? <TitleLines rows={data.list} /> : null}
      {data?.next && limit < LIST_MAX ? (
        <div className={styles.more}>
          <Button onClick={() => setLimit(LIST_MAX)}>{shell.more}</Button>
        </div>
      ) : null}
    </Panel>
  )
}

const LIST_MAX = 200
