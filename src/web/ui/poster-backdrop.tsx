import { ResponsiveImage } from './image.tsx'
import styles from './poster-backdrop.module.css'

export interface PosterBackdropProps {
  posters: readonly string[]
}

/** Its parent is `position: relative; isolation: isolate`. */
export function PosterBackdrop({ posters }: PosterBackdropProps) {
  return (
    <div className={styles.backdrop} aria-hidden="true">
      {posters.map((src) => (
        <span key={src} className={styles.poster}>
          <ResponsiveImage src={src} alt="" sizes="220px" to={320} />
        </span>
      ))}
    </div>
  )
}
