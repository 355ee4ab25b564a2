import { useEffect, useRef, useState } from 'react'
import {
  COMMENT_SORTS,
  commentList,
  COMMENTS_PAGE_SIZE,
  type CommentSort,
  getRating,
  type TitleRating,
} from '#contract/comments.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber, formatScore } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { useText } from '#web/kit/text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import type { CommentPage } from './comment-cache.ts'
import { CommentItem } from './comment-item.tsx'
import { Composer } from './composer.tsx'
import styles from './opinions-section.module.css'
import { OwnRating } from './own-rating.tsx'
import { takeOpinion } from './pending-opinion.ts'
import { useOpinionLogin } from './use-opinion-login.ts'
import { usePosting } from './use-posting.ts'
import { StarRow } from './star-row.tsx'
import { percentsOf } from './stars.rules.ts'

const COMMENTS = endpointUrl(commentList)

/** Ratings of a title and comments on it (picture 24); nothing where the title cannot be seen. */
export function OpinionsSection({ programId }: { programId: string }) {
  const text = useText('comments')
  const { language } = useCallContext()
  const { token } = useSession()
  const [sort, setSort] = useState<CommentSort>('newest')
  const rating = useCall(getRating, { programId })
  const comments = usePages<CommentPage>(COMMENTS, { programId, sort, pageSize: COMMENTS_PAGE_SIZE })
  const total = comments.data?.pages[0]?.total ?? 0
  if (rating.error?.code === 'NOT_FOUND') return null
  return (
    <section className={styles.section} aria-label={text.title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{text.title}</h3>
        <span className={styles.count}>{total > 0 ? text.count(formatNumber(total, language)) : ''}</span>
        <SortChoice sort={sort} onSort={setSort} />
      </div>
      <div className={styles.columns}>
        <div className={styles.side}>
          {rating.data ? (
            <>
              <RatingCard rating={rating.data} />
              <OwnRating key={programId} programId={programId} mine={rating.data.mine} />
            </>
          ) : null}
          <div className={styles.rules}>
            <h4>{text.rules.title}</h4>
            <p>{text.rules.text}</p>
            <p className={styles.small}>{text.rules.note}</p>
          </div>
        </div>
        <div className={styles.main}>
          {token ? <NewComment programId={programId} /> : <LoginToComment />}
          <List programId={programId} comments={comments} />
        </div>
      </div>
    </section>
  )
}

function SortChoice({ sort, onSort }: { sort: CommentSort; onSort: (sort: CommentSort) => void }) {
  const { sort: text } = useText('comments')
  return (
    <fieldset className={styles.sort} aria-label={text.label}>
      {COMMENT_SORTS.map((one) => (
        <button
          key={one}
          type="button"
          className={classNames(styles.choice, one === sort && styles.chosen)}
          aria-pressed={one === sort}
          onClick={() => onSort(one)}
        >
          {text[one]}
        </button>
      ))}
    </fieldset>
  )
}

const EMPTY = { text: '', spoiler: false }

/** The form; what a visitor has written is posted once there is a member. */
function NewComment({ programId }: { programId: string }) {
  const { write: text } = useText('comments')
  const posting = usePosting({ programId })
  const [initial] = useState(() => takeOpinion(programId, 'comment'))
  const post = useRef(posting.post)
  useEffect(() => {
    if (initial) void post.current({ text: initial.text, spoiler: initial.spoiler })
  }, [initial])
  return (
    <Composer
      // A comment that was posted leaves the form empty.
      key={posting.posted}
      initial={posting.posted > 0 || !initial ? EMPTY : { text: initial.text, spoiler: initial.spoiler }}
      posting={posting}
      submitLabel={text.submit}
    />
  )
}

function LoginToComment() {
  const { write: text } = useText('comments')
  const requireLogin = useOpinionLogin()
  return (
    <Button wide look="outline" onClick={() => requireLogin(undefined)}>
      {text.login}
    </Button>
  )
}

function List({ programId, comments }: { programId: string; comments: ReturnType<typeof usePages<CommentPage>> }) {
  const text = useText('comments')
  const { site } = useShellText()
  const { language } = useCallContext()
  if (comments.isPending) return <Waiting label={text.loading} size="s" />
  if (!comments.data)
    return (
      <ErrorPanel
        compact
        title={text.failed}
        text={comments.error?.message}
        action={{ label: site.retry, onClick: () => void comments.refetch() }}
      />
    )
  const { pages } = comments.data
  const listed = pages.flatMap(({ list }) => list)
  // Comments that were written meanwhile move others to the next page, where they come again.
  const byId = new Map([...(pages[0]?.unpublished ?? []), ...listed].map((one) => [one.commentId, one]))
  const all = [...byId.values()]
  const total = pages[0]?.total ?? 0
  if (all.length === 0)
    return (
      <p className={styles.empty}>
        <strong>{text.empty}</strong> {text.emptyText}
      </p>
    )
  return (
    <>
      <ul>
        {all.map((comment) => (
          <CommentItem key={comment.commentId} programId={programId} comment={comment} />
        ))}
      </ul>
      {comments.hasNextPage ? (
        <div className={styles.more}>
          <Button
            look="outline"
            size="s"
            busy={comments.isFetchingNextPage}
            busyText={site.busy}
            onClick={() => void comments.fetchNextPage()}
          >
            {comments.isFetchNextPageError ? site.retry : text.more}
          </Button>
          <output>
            {text.shown(
              formatNumber(new Set(listed.map(({ commentId }) => commentId)).size, language),
              formatNumber(total, language),
            )}
          </output>
        </div>
      ) : null}
    </>
  )
}

/** The rating of a title, and how its votes are spread. */
function RatingCard({ rating }: { rating: TitleRating }) {
  const { rating: text } = useText('comments')
  const { language } = useCallContext()
  const percents = percentsOf(rating.byStars)
  return (
    <div className={styles.card}>
      <div className={styles.summary}>
        {rating.votes > 0 ? (
          <>
            <p className={styles.mean}>
              <strong>{formatScore(rating.rating, language)}</strong> <span>{text.outOf}</span>
            </p>
            <StarRow score={rating.rating} size={16} />
          </>
        ) : (
          <p className={styles.none}>{text.none}</p>
        )}
      </div>
      <p className={styles.votes}>{text.votes(formatNumber(rating.votes, language))}</p>
      <ul className={styles.shares}>
        {[5, 4, 3, 2, 1].map((stars) => {
          const percent = percents[stars - 1] ?? 0
          return (
            <li key={stars} className={styles.share}>
              <span className="visually-hidden">{text.share(String(stars), `${percent}%`)}</span>
              <span aria-hidden="true">{stars}</span>
              <span className={styles.bar} aria-hidden="true">
                <span className={styles.fill} style={{ width: `${percent}%` }} />
              </span>
              <span className={styles.percent} aria-hidden="true">
                {percent}%
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
