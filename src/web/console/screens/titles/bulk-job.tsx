import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { bulkJob } from '#contract/admin/bulk.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { find, list as listTitles } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { readKey, useRead } from '../../client/use-read.ts'
import formStyles from '../../form/form.module.css'
import { useShellText } from '../../shell/shell-text.ts'
import { FailedState } from '../../widgets/state.tsx'
import { SkippedTitles } from './skipped-titles.tsx'
import styles from './bulk.module.css'

const POLL_MS = 1_000

type State = AdminOutputOf<typeof bulkJob>

export interface FinishedJob {
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
export function BulkJob(props: BulkJobProps) {
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
