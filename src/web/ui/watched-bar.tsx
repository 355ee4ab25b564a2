import styles from './watched-bar.module.css'

/** How much of a film was seen, along the lower edge of its picture. The words beside it say the same. */
export const WatchedBar = ({ position, duration }: { position: number; duration: number | undefined }) => (
  <progress className={styles.bar} max={duration} value={position} aria-hidden="true" />
)
