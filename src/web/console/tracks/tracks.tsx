import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { find as findJob, former, list as listJobs, trackList, tracks } from '#contract/admin/ingest.ts'
import { find as findTitle } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { forgetSent } from '../client/send-file.ts'
import { useChange } from '../client/use-change.ts'
import { readKey, useRead } from '../client/use-read.ts'
import { Confirm } from '../form/confirm.tsx'
import { ChooseFiles } from '../form/file-drop.tsx'
import { useUnsaved } from '../form/use-leave-warning.ts'
import { CancelJob, type Job, JobRow } from '../screens/ingest/jobs.tsx'
import { useShellText } from '../shell/shell-text.ts'
import { FailedState } from '../widgets/state.tsx'
import { changeOf, problemOf, type StoredTrack } from './track-draft.rules.ts'
import { TrackRows } from './track-rows.tsx'
import styles from './tracks.module.css'
import { useTrackDraft } from './use-track-draft.ts'

const ACCEPTED = 'audio/*,video/*,.mka,.m4a,.ac3,.ec3,.eac3,.flac,.opus,.srt,.vtt,.ass,.ssa,.ttml,.dfxp'
const POLL_MS = 1_000

interface TracksProps {
  assetId: string
  programId: string
  nameOf: (tag: string) => string
}

const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running'

/** The audio and the subtitles of what a title plays, and the change of them that is under way or failed. */
export function Tracks({ assetId, programId, nameOf }: TracksProps) {
  const shell = useShellText()
  const { data, error, refetch } = useRead(trackList, { assetId })
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className={styles.note} aria-busy="true">
        {shell.loading}
      </p>
    )
  return (
    <div className={styles.panel}>
      {data.jobId === null ? (
        <TrackForm assetId={assetId} programId={programId} stored={data.tracks} nameOf={nameOf} />
      ) : (
        <ChangedTracks jobId={data.jobId}>
          <TrackForm assetId={assetId} programId={programId} stored={data.tracks} nameOf={nameOf} />
        </ChangedTracks>
      )}
    </div>
  )
}

/** What was done last; once it is over, there is another file with other tracks, or what is changed next. */
function ChangedTracks({ jobId, children }: { jobId: string; children: ReactNode }) {
  const text = useText('consoleTracks')
  const queries = useQueryClient()
  const { data: job } = useRead(findJob, { jobId }, { pollMs: POLL_MS, isLast: (answer) => !isUnderWay(answer) })
  const [isAsked, setAsked] = useState(false)
  const isDone = job?.state === 'done'
  useEffect(() => {
    if (!isDone) return
    showToast({ text: text.done })
    for (const stale of [findTitle, former]) void queries.invalidateQueries({ queryKey: readKey(stale) })
  }, [isDone, queries, text])
  return (
    <>
      {job ? (
        <ul>
          <JobRow job={job} onCancel={() => setAsked(true)} />
        </ul>
      ) : null}
      {job && isAsked ? <CancelJob job={job} onClose={() => setAsked(false)} /> : null}
      {job && isUnderWay(job) ? <p className={styles.note}>{text.underWay}</p> : null}
      {job && !isUnderWay(job) && !isDone ? children : null}
    </>
  )
}

function TrackForm({ stored, ...props }: TracksProps & { stored: readonly StoredTrack[] }) {
  const text = useText('consoleTracks')
  const shell = useShellText()
  const { assetId, programId, nameOf } = props
  const editing = useTrackDraft(programId)
  const { draft, clear } = editing
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { submit, pending } = useChange(tracks, { invalidates: [trackList, listJobs] })
  const problem = problemOf(stored, draft)
  useUnsaved(problem !== 'unchanged')
  const titleOf = ({ kind, language, name }: StoredTrack) => `${text.kinds[kind]} ${name ?? nameOf(language)}`
  const removed = stored.filter(({ trackId }) => draft.removed.includes(trackId))
  const save = async (reason?: string) => {
    setFailure(undefined)
    const answer = await submit({ assetId, reason, ...changeOf(stored, draft) })
    if (answer.result === 'FAILED') {
      setFailure(answer.message)
      return answer
    }
    for (const { file } of draft.files) await forgetSent(file)
    showToast({ text: text.started })
    clear()
    return answer
  }
  return (
    <>
      <TrackRows stored={stored} editing={editing} titleOf={titleOf} />
      <div className={styles.actions}>
        <ChooseFiles size="s" accept={ACCEPTED} label={text.choose} onFiles={editing.addFiles} />
        <p className={styles.note}>{text.chooseHint}</p>
      </div>
      <div className={styles.actions}>
        <Button
          look="primary"
          size="s"
          disabled={problem !== undefined}
          busy={pending}
          onClick={() => (removed.length > 0 ? setAsked(true) : void save())}
        >
          {text.save}
        </Button>
        <p className={styles.note} aria-live="polite">
          {problem ? text.problems[problem] : ''}
        </p>
      </div>
      {failure === undefined ? null : (
        <p className={styles.problem} role="alert">
          {failure}
        </p>
      )}
      {isAsked ? (
        <Confirm
          title={text.removeTitle(removed.length)}
          text={text.removeText(removed.map(titleOf).join(shell.comma))}
          label={text.removeAndSave}
          isDanger
          asksWhy="may"
          submit={save}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}
