import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  type Comment,
  commentList,
  deleteComment,
  likeComment,
  REPORT_REASONS,
  reportComment,
  type ReportReason,
} from '#contract/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ClockIcon, FlagIcon, HiddenIcon, ThumbsUpIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { patchComment } from './comment-cache.ts'
import styles from './comment-item.module.css'
import { Composer } from './composer.tsx'
import { takeOpinion } from './pending-opinion.ts'
import { StarRow } from './star-row.tsx'
import { formatStars } from './stars.rules.ts'
import { useOpinionLogin } from './use-opinion-login.ts'
import { usePosting } from './use-posting.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'

/** So young a comment was written just now. */
const NOW_MS = 5 * 60_000

interface CommentItemProps {
  programId: string
  comment: Comment
}

/** A comment with its author's vote, and what one can do with it. */
export function CommentItem({ programId, comment }: CommentItemProps) {
  const { item: text } = useText('comments')
  const [isEditing, setEditing] = useState(false)
  return (
    <li className={styles.item}>
      <Avatar src={comment.avatarURL} name={comment.name} size={40} />
      <article className={styles.body} aria-label={text.by(comment.name)}>
        <Head comment={comment} />
        {isEditing ? (
          <Editing programId={programId} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <>
            <Text comment={comment} />
            {comment.status === 'published' ? null : (
              <p className={styles.note}>{comment.status === 'waiting' ? text.waitingText : text.rejectedText}</p>
            )}
            <p className={styles.actions}>
              {comment.own ? (
                <OwnActions comment={comment} onEdit={() => setEditing(true)} />
              ) : (
                <OthersActions programId={programId} comment={comment} />
              )}
            </p>
          </>
        )}
      </article>
    </li>
  )
}

function Head({ comment: { name, score, createdAt, edited, status } }: { comment: Comment }) {
  const { item: text, rating } = useText('comments')
  const { language } = useCallContext()
  const now = useServerNow()
  const day = now - Date.parse(createdAt) < NOW_MS ? text.now : formatDay(createdAt, language)
  return (
    <p className={styles.head}>
      <strong className={styles.name}>{name}</strong>
      {score === null ? null : (
        <>
          <StarRow score={score} size={14} />
          <span className="visually-hidden">{rating.stars(formatStars(score))}</span>
        </>
      )}
      <time className={styles.time} dateTime={createdAt}>
        {day}
      </time>
      {edited ? <span className={styles.time}>{text.edited}</span> : null}
      {status === 'published' ? null : (
        <span className={styles.status} data-status={status}>
          {status === 'waiting' ? <ClockIcon size={15} /> : <WarningIcon size={15} />}
          {status === 'waiting' ? text.waiting : text.rejected}
        </span>
      )}
    </p>
  )
}

/** The text; that of a spoiler is folded until the reader wants it. */
function Text({ comment: { text: content, spoiler, own } }: { comment: Comment }) {
  const { item: text } = useText('comments')
  const [isShown, setShown] = useState(own)
  const id = useId()
  return (
    <>
      {spoiler && !own ? (
        <p className={styles.fold}>
          <HiddenIcon size={18} />
          <span>{text.spoiler}</span>
          <Button look="text" size="s" aria-expanded={isShown} aria-describedby={id} onClick={() => setShown(!isShown)}>
            {isShown ? text.hide : text.show}
          </Button>
        </p>
      ) : null}
      <p id={id} className={styles.text} hidden={spoiler && !isShown}>
        {content}
      </p>
    </>
  )
}

function Editing({ programId, comment, onDone }: CommentItemProps & { onDone: () => void }) {
  const { write: text } = useText('comments')
  const posting = usePosting({ programId, commentId: comment.commentId }, onDone)
  return (
    <Composer
      initial={{ text: comment.text, spoiler: comment.spoiler }}
      posting={posting}
      submitLabel={text.save}
      onCancel={onDone}
    />
  )
}

/** The number of likes, from one on. */
function Likes({ likes }: { likes: number }) {
  const { item: text } = useText('comments')
  const { language } = useCallContext()
  if (likes === 0) return null
  const count = formatNumber(likes, language)
  return (
    <span className={styles.likes}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{text.likes(count)}</span>
    </span>
  )
}

function OwnActions({ comment: { commentId, likes }, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { item: text, write } = useText('comments')
  const { site } = useShellText()
  const [isConfirming, setConfirming] = useState(false)
  const removing = useSubmit(deleteComment, { toast: text.removed, invalidates: [commentList] })
  return (
    <>
      {likes > 0 ? (
        <span className={styles.ownLikes}>
          <ThumbsUpIcon size={18} />
          <Likes likes={likes} />
        </span>
      ) : null}
      <Button look="text" size="s" onClick={onEdit}>
        {text.edit}
      </Button>
      <Button look="text" size="s" onClick={() => setConfirming(true)}>
        {text.remove}
      </Button>
      {isConfirming ? (
        <Dialog title={text.removeTitle} closeLabel={site.close} onClose={() => setConfirming(false)}>
          <p>{text.removeText}</p>
          <FormError>{removing.refusal?.message}</FormError>
          <DialogActions
            main={{
              label: text.remove,
              danger: true,
              busy: removing.pending,
              busyText: site.busy,
              onClick: () => void removing.submit({ commentId }),
            }}
            cancel={{ label: write.cancel, onClick: () => setConfirming(false) }}
          />
        </Dialog>
      ) : null}
    </>
  )
}

function OthersActions({ programId, comment: { commentId, likes, liked, reported } }: CommentItemProps) {
  const { item: text } = useText('comments')
  const queries = useQueryClient()
  const requireLogin = useOpinionLogin()
  const [isReporting, setReporting] = useState(() => takeOpinion(programId, 'report', commentId) !== undefined)
  const liking = useSubmit(likeComment, {
    toastsRefusals: true,
    onSuccess: (answer) => patchComment(queries, commentId, answer),
  })
  const like = (wanted: boolean) => {
    if (requireLogin({ kind: 'like', programId, commentId })) void liking.submit({ commentId, liked: wanted })
  }
  const resume = useRef(like)
  useEffect(() => {
    if (takeOpinion(programId, 'like', commentId)) resume.current(true)
  }, [programId, commentId])
  return (
    <>
      <Button
        look="text"
        size="s"
        className={liked ? styles.liked : undefined}
        icon={<ThumbsUpIcon size={18} />}
        aria-pressed={liked}
        onClick={() => like(!liked)}
      >
        {liked ? text.liked : text.like}
      </Button>
      <Likes likes={likes} />
      {reported ? (
        <span className={styles.reported}>
          <CheckIcon size={16} />
          {text.reported}
        </span>
      ) : (
        <Button
          look="text"
          size="s"
          icon={<FlagIcon size={18} />}
          onClick={() => {
            if (requireLogin({ kind: 'report', programId, commentId })) setReporting(true)
          }}
        >
          {text.report}
        </Button>
      )}
      {isReporting && !reported ? <ReportDialog commentId={commentId} onClose={() => setReporting(false)} /> : null}
    </>
  )
}

/** Why a comment is reported. */
function ReportDialog({ commentId, onClose }: { commentId: string; onClose: () => void }) {
  const { report: text } = useText('comments')
  const { site } = useShellText()
  const queries = useQueryClient()
  const [reason, setReason] = useState<ReportReason>()
  const reporting = useSubmit(reportComment, {
    toast: text.done,
    onSuccess: () => {
      patchComment(queries, commentId, { reported: true })
      onClose()
    },
  })
  return (
    <Dialog title={text.title} closeLabel={site.close} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason) void reporting.submit({ commentId, reason })
        }}
      >
        <RadioField
          look="list"
          label={text.reason}
          name="reason"
          value={reason ?? ''}
          error={undefined}
          onChange={(value) => setReason(REPORT_REASONS.find((one) => one === value))}
          choices={REPORT_REASONS.map((value) => ({ value, label: text.reasons[value] }))}
        />
        <FormError>{reporting.refusal?.message}</FormError>
        <DialogActions
          main={{ label: text.submit, disabled: !reason, busy: reporting.pending, busyText: site.busy }}
          cancel={{ label: text.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
