import { NOTE_TO_AUTHOR_MAX } from '#contract/admin/comments.ts'
import { commentLength, REJECTION_REASONS } from '#contract/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber, formatScore } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { ReplayIcon } from '#web/ui/feature-icons.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Key } from '../../widgets/key.tsx'
import { Panel } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import type { QueuedComment, RecentDecision, RejectionDraft } from './use-review.ts'
import styles from './comments.module.css'

interface CommentPanelProps {
  comment: QueuedComment
  at: number
  total: number
  draft: RejectionDraft
  setDraft: (draft: RejectionDraft) => void
  onDecide: (verdict: { approve: boolean; spoiler?: boolean }) => void
  onNext: () => void
}

/** The comment before the operator, and what can be done with it. */
export function CommentPanel({ comment, at, total, draft, setDraft, onDecide, onNext }: CommentPanelProps) {
  const text = useText('consoleComments')
  const { language } = useCallContext()
  const { name, score, createdAt, spoiler, isEdited } = comment
  return (
    <section className={styles.panel} aria-label={text.column}>
      <header className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{text.column}</h2>
        <span className={styles.minor}>{text.place(formatNumber(at, language), formatNumber(total, language))}</span>
        <Reasons comment={comment} />
      </header>
      <div className={styles.body}>
        <p className={styles.by}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <When at={createdAt} />
          {score === null ? null : <span>{text.score(formatScore(score, language))}</span>}
        </p>
        <MarkedText comment={comment} />
        <p className={styles.facts}>
          <span>{text.length(formatNumber(commentLength(comment.text), language))}</span>
          <span>{spoiler ? text.spoiler : text.noSpoiler}</span>
          {isEdited ? <span>{text.edited}</span> : null}
        </p>
      </div>
      <RejectionForm draft={draft} setDraft={setDraft} />
      <div className={styles.actions}>
        <Button icon={<CheckIcon size={16} />} onClick={() => onDecide({ approve: true })}>
          {text.approve} <Key>a</Key>
        </Button>
        <Button look="primary" icon={<CloseIcon size={16} />} onClick={() => onDecide({ approve: false })}>
          {text.reject} <Key>r</Key>
        </Button>
        <Button look="text" onClick={onNext}>
          {text.next} <Key>n</Key>
        </Button>
        {spoiler ? null : (
          <Button className={styles.last} onClick={() => onDecide({ approve: true, spoiler: true })}>
            {text.approveAsSpoiler} <Key>s</Key>
          </Button>
        )}
      </div>
    </section>
  )
}

function Reasons({ comment: { why, reports, status } }: { comment: QueuedComment }) {
  const text = useText('consoleComments')
  return (
    <span className={styles.pills}>
      {status === 'waiting' ? null : <Pill tone={status === 'published' ? 'ok' : 'bad'}>{text.statuses[status]}</Pill>}
      {why
        .filter((each) => each !== 'rejected' || status === 'waiting')
        .map((each) => (
          <Pill key={each} tone={each === 'first' ? 'plain' : 'warn'}>
            {text.whys[each]}
          </Pill>
        ))}
      {reports.map(({ reason, count }) => (
        <Pill key={reason} tone="bad">
          {text.reports[reason](count)}
        </Pill>
      ))}
    </span>
  )
}

/** Its own paragraphs, without links; what the rules found stands out. */
function MarkedText({ comment: { text, marks } }: { comment: QueuedComment }) {
  const parts = marks.flatMap(({ from, to }, at) => [
    { from: marks[at - 1]?.to ?? 0, text: text.slice(marks[at - 1]?.to ?? 0, from), isMarked: false },
    { from, text: text.slice(from, to), isMarked: true },
  ])
  const end = marks.at(-1)?.to ?? 0
  return (
    <p className={styles.text} dir="auto">
      {[...parts, { from: end, text: text.slice(end), isMarked: false }].map((part) =>
        part.isMarked ? (
          <mark key={`mark-${part.from}`} className={styles.mark}>
            {part.text}
          </mark>
        ) : (
          <span key={`text-${part.from}`}>{part.text}</span>
        ),
      )}
    </p>
  )
}

function RejectionForm({ draft, setDraft }: Pick<CommentPanelProps, 'draft' | 'setDraft'>) {
  const text = useText('consoleComments')
  const { reasons, note } = draft
  return (
    <fieldset className={styles.reasons}>
      <legend>
        <strong>{text.reasonsTitle}</strong> <span className={styles.minor}>{text.reasonsHint}</span>
      </legend>
      <div className={styles.chips}>
        {REJECTION_REASONS.map((reason, at) => {
          const isChosen = reasons.includes(reason)
          return (
            <label key={reason} className={styles.chip}>
              <input
                type="checkbox"
                className="visually-hidden"
                checked={isChosen}
                onChange={() =>
                  setDraft({
                    ...draft,
                    reasons: isChosen ? reasons.filter((each) => each !== reason) : [...reasons, reason],
                  })
                }
              />
              <Key>{String(at + 1)}</Key>
              {text.reasons[reason]}
              {isChosen ? <CheckIcon size={14} /> : null}
            </label>
          )
        })}
      </div>
      {reasons.length > 0 ? (
        <TextField
          name="note"
          label={text.note}
          hint={text.noteHint}
          maxLength={NOTE_TO_AUTHOR_MAX}
          value={note}
          onChange={(typed) => setDraft({ ...draft, note: typed })}
        />
      ) : null}
    </fieldset>
  )
}

interface RecentProps {
  decisions: readonly RecentDecision[]
  onUndo: (decision: RecentDecision) => unknown
  onRetry: (decision: RecentDecision) => unknown
}

/** What was decided last; it can be taken back until its authors are told. */
export function Recent({ decisions, onUndo, onRetry }: RecentProps) {
  const text = useText('consoleComments')
  if (decisions.length === 0) return null
  return (
    <Panel title={text.recent.title} note={text.recent.note}>
      <ul aria-live="polite">
        {decisions.map((decision) => (
          <Decided key={decision.key} decision={decision} onUndo={onUndo} onRetry={onRetry} />
        ))}
      </ul>
    </Panel>
  )
}

function Decided({ decision, onUndo, onRetry }: { decision: RecentDecision } & Omit<RecentProps, 'decisions'>) {
  const { recent: text } = useText('consoleComments')
  const shell = useShellText()
  const { language } = useCallContext()
  const { comments, verdict, state, message, until } = decision
  const left = useCountdown(until)
  const [first] = comments
  const said = (verdict.approve ? text.approved : text.rejected)(comments.length)
  return (
    <li className={styles.decided}>
      {state === 'failed' ? (
        <Pill tone="bad">{text.failed}</Pill>
      ) : (
        <Pill tone={verdict.approve ? 'ok' : 'bad'} hasDot>
          {said}
        </Pill>
      )}
      <span className={styles.decidedText}>
        {state === 'failed' ? message : `${first?.name ?? ''} · ${first?.title[language] ?? ''} · ${first?.text ?? ''}`}
      </span>
      {state === 'saving' ? <span className={styles.minor}>{text.saving}</span> : null}
      {state === 'failed' ? <Button onClick={() => onRetry(decision)}>{shell.retry}</Button> : null}
      {state === 'done' && left > 0 ? (
        <>
          <span className={styles.minor} aria-hidden="true">
            {text.left(formatNumber(left, language))}
          </span>
          <Button icon={<ReplayIcon size={16} />} onClick={() => onUndo(decision)}>
            {text.undo} <Key>z</Key>
          </Button>
        </>
      ) : null}
    </li>
  )
}
