import type { TitleRating } from '#contract/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber, formatScore } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import styles from './rating-card.module.css'
import { StarRow } from './star-row.tsx'
import { percentsOf } from './stars.rules.ts'

/** The rating of a title, and how its votes are spread. */
export function RatingCard({ rating }: { rating: TitleRating }) {
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
