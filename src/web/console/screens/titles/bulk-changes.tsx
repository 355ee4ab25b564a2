import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BULK_MAX, bulkJob, undoBulk } from '#contract/admin/bulk.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../../client/use-change.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useOpenInAddress } from '../../table/use-table-params.ts'
import { BulkBar } from '../../table/bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { TitleSelection } from './title-selection.ts'
import styles from './bulk.module.css'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { find, list as listTitles } from '#contract/admin/titles.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { readKey, useRead } from '../../client/use-read.ts'
import formStyles from '../../form/form.module.css'
import { FailedState } from '../../widgets/state.tsx'
import { SkippedTitles } from './skipped-titles.tsx'

const TOAST_MS = 10_000

interface Job {
  readonly jobId: string
  readonly isUndo: boolean
}

/** The selection's bar, the dialog of a change, and the jobs, which are watched while their dialogs are closed too. */
export function BulkChanges({ selection }: { selection: TitleSelection }) {
  const text = useText('consoleBulk')
  const [isChoosing, setChoosing] = useState(false)
  const [jobs, setJobs] = useState<readonly Job[]>([])
  const [shown, setShown] = useState<string>()
  // An earlier one, from the audit log.
  const [earlier, openEarlier] = useOpenInAddress('bulk')
  const undo = useUndo((jobId, undone) => {
    setJobs((now) => [...now.filter((job) => job.jobId !== undone), { jobId, isUndo: true }])
    if (earlier) openEarlier(undefined)
    setShown(jobId)
  })
  const start = (jobId: string) => {
    setChoosing(false)
    setJobs((now) => [...now, { jobId, isUndo: false }])
    setShown(jobId)
    selection.clear()
  }
  const remove = (jobId: string) => setJobs((now) => now.filter((job) => job.jobId !== jobId))
  const end = ({ jobId, summary, canUndo }: FinishedJob) => {
    remove(jobId)
    const action = { label: text.undo, onClick: () => void undo.run(jobId).then(tellRefusal) }
    showToast({ text: summary, ...(canUndo && { action, stayMs: TOAST_MS }) })
  }
  return (
    <>
      {selection.count > 0 ? <SelectionBar selection={selection} onChange={() => setChoosing(true)} /> : null}
      {isChoosing ? <BulkDialog selection={selection} onStarted={start} onClose={() => setChoosing(false)} /> : null}
      {earlier === undefined || jobs.some(({ jobId }) => jobId === earlier) ? null : (
        <BulkJob
          jobId={earlier}
          isUndo={false}
          isOpen
          isStartingUndo={undo.pending}
          onUndo={undo.run}
          onClose={() => openEarlier(undefined)}
          onEnd={() => openEarlier(undefined)}
          onLost={() => openEarlier(undefined)}
        />
      )}
      {jobs.map((job) => (
        <BulkJob
          key={job.jobId}
          {...job}
          isOpen={shown === job.jobId}
          isStartingUndo={undo.pending}
          onUndo={undo.run}
          onClose={() => setShown(undefined)}
          onEnd={end}
          onLost={() => remove(job.jobId)}
        />
      ))}
    </>
  )
}

const tellRefusal = (refusal: Failure | undefined) => (refusal ? showToast({ text: refusal.message }) : undefined)

/** A toast outlives the screen: without the screen it says that the undo has begun. */
function useUndo(onStarted: (jobId: string, undone: string) => void) {
  const text = useText('consoleBulk')
  const shell = useShellText()
  const { submit, pending } = useChange(undoBulk)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const run = async (jobId: string): Promise<Failure | undefined> => {
    const answer = await submit({ jobId })
    if (answer.result === 'FAILED') return answer
    if (answer.approvalId) showToast({ text: shell.waits })
    else if (isHere.current && answer.jobId) onStarted(answer.jobId, jobId)
    else showToast({ text: text.undoStarted })
    return undefined
  }
  return { run, pending }
}

function SelectionBar({ selection, onChange }: { selection: TitleSelection; onChange: () => void }) {
  const text = useText('consoleBulk')
  const shell = useShellText()
  const { language } = useCallContext()
  const { count, selectable, isCut, selectFound, clear } = selection
  const say = (value: number) => formatNumber(value, language)
  return (
    <BulkBar selected={shell.selected(say(count))} onClear={clear}>
      {selectable === undefined ? null : <Button onClick={selectFound}>{text.selectFound(say(selectable))}</Button>}
      <Button look="primary" disabled={count > BULK_MAX} onClick={onChange}>
        {text.change}
      </Button>
      {isCut ? <span className={styles.note}>{text.atMost(say(BULK_MAX))}</span> : null}
    </BulkBar>
  )
}

const POLL_MS = 1_000

type State = AdminOutputOf<typeof bulkJob>

interface FinishedJob {
  readonly jobId: string
  readonly summary: string
  readonly canUndo: boolean
}

interface BulkJobProps {
  jobId: string
  isUndo: boolean
  isOpen: boolean
  isStartingUndo: boolean
  /** @returns its refusal */
  onUndo: (jobId: string) => Promise<Failure | undefined>
  onClose: () => void
  /** Finished, and its dialog is closed. */
  onEnd: (job: FinishedJob) => void
  /** It cannot be read, and its dialog is closed. */
  onLost: () => void
}

const isFinished = ({ finishedAt }: Pick<State, 'finishedAt'>): boolean => finishedAt !== null

/** A job that is under way, then what has become of it. */
function BulkJob(props: BulkJobProps) {
  const { jobId, isUndo, isOpen, onClose, onEnd, onLost } = props
  const text = useText('consoleBulk')
  const shell = useShellText()
  const { language } = useCallContext()
  const queries = useQueryClient()
  const { data, error, refetch } = useRead(bulkJob, { jobId }, { pollMs: POLL_MS, isLast: isFinished })
  const finished = data && isFinished(data) ? finishedJob(data) : undefined
  const isDone = finished !== undefined
  const isLost = error !== null && data === undefined
  useEffect(() => {
    if (!isDone) return
    for (const stale of [listTitles, find]) void queries.invalidateQueries({ queryKey: readKey(stale) })
  }, [isDone, queries])
  const endUnseen = useEffectEvent(() => finished && onEnd(finished))
  useEffect(() => {
    if (isDone && !isOpen) endUnseen()
  }, [isDone, isOpen])
  if (!isOpen) return null
  return (
    <Dialog
      key={isDone ? 'done' : 'running'}
      title={finished?.summary ?? (isUndo ? text.undoing : text.running)}
      className={styles.dialog}
      closeLabel={shell.close}
      onClose={() => (finished ? onEnd(finished) : isLost ? onLost() : onClose())}
    >
      <div className={formStyles.form}>
        {isLost ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
        {data && isDone ? <Outcome {...props} data={data} finished={finished} /> : null}
        {isDone || isLost ? null : <Progress data={data} error={error?.message} />}
        {isDone ? null : <DialogActions cancel={{ label: shell.close, onClick: isLost ? onLost : onClose }} />}
      </div>
    </Dialog>
  )

  function finishedJob({ changed, skipped, undoneBy }: State): FinishedJob {
    const count = formatNumber(changed, language)
    const done = isUndo ? text.undone(count) : text.done(count)
    return {
      jobId,
      summary: skipped > 0 ? text.withSkipped(done, formatNumber(skipped, language)) : done,
      canUndo: !isUndo && changed > 0 && undoneBy === null,
    }
  }
}

function Progress({ data, error }: { data: State | undefined; error: string | undefined }) {
  const text = useText('consoleBulk')
  const shell = useShellText()
  const { language } = useCallContext()
  const done = data ? data.changed + data.skipped : 0
  const said = data ? text.processed(formatNumber(done, language), formatNumber(data.total, language)) : shell.loading
  return (
    <>
      <progress className={styles.progress} max={Math.max(1, data?.total ?? 1)} value={done} aria-label={said} />
      <p className={styles.note}>{said}</p>
      {error ? <p className={styles.warning}>{error}</p> : null}
      <p className={formStyles.text}>{text.goesOn}</p>
    </>
  )
}

interface OutcomeProps extends BulkJobProps {
  data: State
  finished: FinishedJob
}

function Outcome({ jobId, isUndo, isStartingUndo, onUndo, onEnd, data, finished }: OutcomeProps) {
  const text = useText('consoleBulk')
  const shell = useShellText()
  const [problem, setProblem] = useState('')
  return (
    <>
      <SkippedTitles skip={data.skip} count={data.skipped} />
      {finished.canUndo ? <p className={formStyles.text}>{text.undoHint}</p> : null}
      {!isUndo && data.undoneBy !== null ? <p className={formStyles.text}>{text.isUndone}</p> : null}
      <FormError>{problem}</FormError>
      <DialogActions
        main={{ label: shell.close, onClick: () => onEnd(finished), autoFocus: true }}
        other={
          finished.canUndo
            ? {
                label: text.undo,
                busy: isStartingUndo,
                busyText: shell.busy,
                onClick: () => void onUndo(jobId).then((refusal) => setProblem(refusal?.message ?? '')),
              }
            : undefined
        }
      />
    </>
  )
}
