import { useEffect, useRef, useState } from 'react'
import { BULK_MAX, undoBulk } from '#contract/admin/bulk.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../../client/use-change.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { BulkBar } from '../../table/bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { BulkJob, type FinishedJob } from './bulk-job.tsx'
import type { TitleSelection } from './title-selection.ts'
import styles from './bulk.module.css'

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
  const undo = useUndo((jobId, undone) => {
    setJobs((now) => [...now.filter((job) => job.jobId !== undone), { jobId, isUndo: true }])
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
    if (isHere.current && answer.jobId) onStarted(answer.jobId, jobId)
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
