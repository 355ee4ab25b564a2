import { useState } from 'react'
import { pause, resume, show } from '#contract/admin/comments.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { CommentStatus } from '#contract/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { formatInstant, formatNumber, formatScore } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './comments.module.css'

type Record = AdminOutputOf<typeof show>

const TONES: Readonly<{ [S in CommentStatus]: Tone }> = { waiting: 'warn', published: 'ok', rejected: 'bad' }

/** The title of a comment and the record of its author. */
export function AuthorRecord({ commentId }: { commentId: string }) {
  const { loading } = useShellText()
  const { data, error, refetch } = useRead(show, { commentId })
  return (
    <div className={styles.side} aria-busy={data === undefined && !error}>
      {data ? (
        <>
          <TitlePanel title={data.title} />
          <AuthorPanel author={data.author} />
          {data.decisions.length > 0 ? <Earlier decisions={data.decisions} /> : null}
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <span className="visually-hidden">{loading}</span>
          <div className={styles.bone} />
          <div className={styles.tallBone} />
        </>
      )}
    </div>
  )
}

function TitlePanel({ title: { programId, name, year, score, votes } }: Pick<Record, 'title'>) {
  const text = useText('consoleComments')
  const { language } = useCallContext()
  return (
    <Panel title={text.title} note={<a href={href(`${PATHS.titles}/${programId}`)}>{text.openTitle}</a>}>
      <p className={styles.titleName}>
        <strong>{name[language]}</strong> {year}
        <span className={styles.minor}>
          {votes === 0
            ? text.noVotes
            : `${formatScore(score, language)} · ${text.votes(formatNumber(votes, language))}`}
        </span>
      </p>
    </Panel>
  )
}

function AuthorPanel({ author }: Pick<Record, 'author'>) {
  const text = useText('consoleComments')
  const { language } = useCallContext()
  const { accountId, since, published, rejected, waiting, reports, upheld, recent } = author
  const number = (count: number) => formatNumber(count, language)
  const facts = [
    [text.account, <code key="id">{accountId}</code>],
    [text.since, formatDay(since, language)],
    [text.written, text.writtenOf(number(published), number(rejected), number(waiting))],
    [text.reported, text.reportedOf(number(reports), number(upheld))],
  ] as const
  return (
    <Panel title={text.author} note={<a href={href(`${PATHS.customers}/${accountId}`)}>{text.openAuthor}</a>}>
      <dl className={styles.record}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Pause author={author} />
      <h3 className={styles.subtitle}>{text.recentComments}</h3>
      {recent.length === 0 ? <p className={styles.nothing}>{text.noComments}</p> : null}
      <ul className={styles.recentComments}>
        {recent.map((one) => (
          <li key={one.commentId}>
            <span className={styles.rowHead}>
              <strong>{one.title[language]}</strong>
              <Pill tone={TONES[one.status]}>{text.statuses[one.status]}</Pill>
            </span>
            <span className={styles.excerpt}>
              <bdi>{one.text}</bdi>
            </span>
            <span className={styles.minor}>
              {[formatDay(one.createdAt, language), ...one.reasons.map((reason) => text.reasons[reason])].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** For a week; it can be ended earlier. */
function Pause({ author: { accountId, pausedUntil } }: Pick<Record, 'author'>) {
  const { pause: text } = useText('consoleComments')
  const { language } = useCallContext()
  const [isOpen, setOpen] = useState(false)
  const pausing = useChange(pause, { invalidates: [show] })
  const resuming = useChange(resume, { invalidates: [show] })
  const isPaused = pausedUntil !== null
  return (
    <div className={styles.pause}>
      {isPaused ? <Pill tone="warn">{text.until(formatInstant(pausedUntil, language))}</Pill> : null}
      <Button size="s" onClick={() => setOpen(true)}>
        {isPaused ? text.resume : text.button}
      </Button>
      {isOpen ? (
        <Confirm
          title={isPaused ? text.resumeTitle : text.title}
          text={isPaused ? text.resumeText : text.text}
          label={isPaused ? text.resume : text.button}
          submit={(reason = '') => (isPaused ? resuming : pausing).submit({ accountId, reason })}
          onDone={() => {
            setOpen(false)
            showToast({ text: isPaused ? text.resumed : text.done })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

function Earlier({ decisions }: Pick<Record, 'decisions'>) {
  const text = useText('consoleComments')
  const shell = useShellText()
  return (
    <Panel title={text.earlier}>
      <ul className={styles.recentComments}>
        {decisions.map(({ status, reasons, note, by, at, isUndone }) => (
          <li key={at}>
            <span className={styles.rowHead}>
              <Pill tone={isUndone ? 'plain' : TONES[status]}>{isUndone ? text.isUndone : text.statuses[status]}</Pill>
              <When at={at} />
            </span>
            <span className={styles.minor}>
              {[text.by(by.replace(/^operator:/, '')), ...reasons.map((reason) => text.reasons[reason])].join(
                shell.comma,
              )}
            </span>
            {note === null ? null : <span className={styles.excerpt}>{note}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
