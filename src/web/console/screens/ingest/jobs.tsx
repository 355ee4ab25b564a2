import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { cancel, find, JOB_STATES, list as listJobs, retry, trackList } from '#contract/admin/ingest.ts'
import type { ConsoleIngestText } from '#text/zh_HK/console-ingest.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { IngestIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './ingest.module.css'
import { episodeOf, TitleLink } from './target-field.tsx'

export type Job = AdminOutputOf<typeof listJobs>['list'][number]

const TONES = {
  queued: 'plain',
  running: 'blue',
  done: 'ok',
  failed: 'bad',
  cancelled: 'plain',
} as const satisfies Record<Job['state'], Tone>
const POLL_MS = 1_000
const PAGE = 20
const LIST_MAX = 200
const BONES = ['first', 'second', 'third']

/** What becomes of the uploads, read again each second while the page is visible. */
export function Jobs() {
  const text = useText('consoleIngest')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, set } = useTableParams(['state'], ['-createdAt'])
  const [limit, setLimit] = useState(PAGE)
  const state = JOB_STATES.find((each) => each === filter.state)
  const { data, error, refetch } = useRead(listJobs, { filter: state ? { state } : {}, limit }, { pollMs: POLL_MS })
  const [asked, setAsked] = useState<Job>()
  return (
    <Panel
      title={text.jobs}
      note={data?.total != null ? shell.total(formatNumber(data.total, language), data.isMore) : undefined}
    >
      <div className={styles.filters}>
        <Filters isFiltered={false} onClear={() => set({ state: undefined })}>
          <SelectFilter
            label={text.state}
            value={state}
            options={JOB_STATES.map((each) => [each, text.jobStates[each]])}
            onChange={(chosen) => set({ state: chosen })}
          />
        </Filters>
      </div>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div aria-busy="true">
          <span className="visually-hidden">{shell.loading}</span>
          {BONES.map((bone) => (
            <div key={bone} className={styles.bone} />
          ))}
        </div>
      ) : null}
      {data?.list.length === 0 ? (
        <State
          icon={<IngestIcon size={22} />}
          title={state ? text.emptyFilter : text.empty}
          text={state ? undefined : text.emptyText}
        />
      ) : null}
      <ul className={styles.jobs} aria-label={text.jobs}>
        {data?.list.map((job) => (
          <JobRow key={job.jobId} job={job} onCancel={() => setAsked(job)} />
        ))}
      </ul>
      {data?.next && limit < LIST_MAX ? (
        <div className={styles.more}>
          <Button onClick={() => setLimit(Math.min(LIST_MAX, limit + PAGE))}>{shell.more}</Button>
        </div>
      ) : null}
      {asked ? <CancelJob job={asked} onClose={() => setAsked(undefined)} /> : null}
    </Panel>
  )
}

export function CancelJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const text = useText('consoleIngest')
  const { language } = useCallContext()
  const { submit } = useChange(cancel, { invalidates: [listJobs, find] })
  return (
    <Confirm
      title={text.cancelTitle(nameOf(job, language, text.noTitle))}
      text={text.cancelText}
      label={text.cancel}
      isDanger
      asksWhy="may"
      submit={async (reason) => {
        const answer = await submit({ jobId: job.jobId, reason })
        if (answer.result === 'SUCCESS') showToast({ text: text.cancelled })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const describe = ({ files, isTracks }: Job, text: ConsoleIngestText): string =>
  [...(isTracks ? [text.tracks] : []), ...files.map(({ role, name }) => `${text.roles[role]} ${name}`)].join(' · ')

const nameOf = ({ target, files }: Job, language: 'zh_HK' | 'en_US', noTitle: string): string =>
  target?.title[language] ?? files[0]?.name ?? noTitle

export function JobRow({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const text = useText('consoleIngest')
  const { language } = useCallContext()
  const { submit, pending } = useChange(retry, { invalidates: [listJobs, trackList] })
  const { target, state, error, waitingFor, notes, canRetry, isCancelling, createdAt } = job
  const isUnderWay = state === 'queued' || state === 'running'
  return (
    <li className={styles.job} data-state={state}>
      <div className={styles.jobHead}>
        {target ? (
          <TitleLink target={target}>{nameOf(job, language, text.noTitle)}</TitleLink>
        ) : (
          <strong>{nameOf(job, language, text.noTitle)}</strong>
        )}
        {target?.episode != null ? <span>{episodeOf(target, text)}</span> : null}
        <span className={styles.note}>{describe(job, text)}</span>
        <Pill tone={TONES[state]} hasDot>
          {isCancelling && isUnderWay ? text.cancelling : text.jobStates[state]}
        </Pill>
      </div>
      {isUnderWay ? <Progress job={job} /> : null}
      {error && state === 'failed' ? <p className={styles.problem}>{text.errors[error.code](error.params)}</p> : null}
      {waitingFor ? (
        <p className={styles.warning}>
          {text.waitsFor} {text.errors[waitingFor.code](waitingFor.params)}
        </p>
      ) : null}
      {notes.length > 0 ? (
        <details className={styles.notes}>
          <summary>{text.remarks(notes.length)}</summary>
          <ul>
            {notes.map(({ code, params }) => (
              <li key={`${code} ${JSON.stringify(params)}`}>{text.notes[code](params)}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <div className={styles.jobFoot}>
        <span className={styles.note}>
          <When at={createdAt} />
        </span>
        {canRetry ? (
          <Button
            size="s"
            busy={pending}
            onClick={async () => {
              const answer = await submit({ jobId: job.jobId })
              showToast({ text: answer.result === 'SUCCESS' ? text.retried : answer.message })
            }}
          >
            {text.retry}
          </Button>
        ) : null}
        {target ? (
          <Button look="text" size="s" href={href(`${PATHS.titles}/${target.programId}`)}>
            {text.openTitle}
          </Button>
        ) : null}
        {isUnderWay && !isCancelling ? (
          <Button look="text" size="s" onClick={onCancel}>
            {text.cancel}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function Progress({ job: { step, percent, speed, secondsLeft } }: { job: Job }) {
  const text = useText('consoleIngest')
  const facts = [
    ...(step ? [text.steps[step]] : []),
    `${percent.toFixed(1)}%`,
    ...(speed === null ? [] : [text.speed(speed)]),
    ...(secondsLeft === null ? [] : [text.left(text.seconds(secondsLeft))]),
  ]
  return (
    <>
      <progress className={styles.bar} data-state="uploading" max={100} value={percent} aria-label={facts[0]} />
      <p className={styles.note}>{facts.join(' · ')}</p>
    </>
  )
}
