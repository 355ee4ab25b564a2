import { StarIcon } from '#web/ui/icons.tsx'
import { fillsOf } from './stars.rules.ts'
import styles from './star-row.module.css'

/** Five stars, filled by halves. For the eye only: the words stand beside it. */
export function StarRow({ score, size = 16 }: { score: number; size?: number }) {
  return (
    <span className={styles.row} aria-hidden="true">
      {fillsOf(score).map((fill, at) => (
        <span key={at} className={styles.star}>
          <StarIcon size={size} />
          <span className={styles.full} style={{ width: `${fill * 100}%` }}>
            <StarIcon size={size} />
          </span>
        </span>
      ))}
    </span>
  )
}
