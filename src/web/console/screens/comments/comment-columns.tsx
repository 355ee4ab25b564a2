import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import type { Column } from '../../table/columns.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import type { QueuedComment } from './use-review.ts'
import styles from './comments.module.css'

/** One column: a comment as the queue shows it. */
export function useCommentColumns(): readonly Column<QueuedComment>[] {
  const text = useText('consoleComments')
  const { language } = useCallContext()
  return [
    {
      id: 'comment',
      label: text.column,
      cell: (comment) => (
        <span className={styles.row}>
          <span className={styles.rowHead}>
            <strong>
              <bdi>{comment.name}</bdi>
            </strong>
            <When at={comment.createdAt} />
          </span>
          <span className={styles.excerpt}>
            <bdi>{comment.text}</bdi>
          </span>
          <span className={styles.rowFoot}>
            <span className={styles.rowTitle}>{comment.title[language]}</span>
            <FirstReason comment={comment} />
          </span>
        </span>
      ),
    },
  ]
}

/** The weightiest one: the panel has all. */
function FirstReason({ comment: { why, reports } }: { comment: QueuedComment }) {
  const text = useText('consoleComments')
  const [report] = reports
  const weighty = why.find((each) => each !== 'first') ?? why[0]
  if (report) return <Pill tone="bad">{text.reports[report.reason](report.count)}</Pill>
  return weighty ? <Pill tone={weighty === 'first' ? 'plain' : 'warn'}>{text.whys[weighty]}</Pill> : null
}
