import styles from './watched-bar.module.css'

export const WatchedBar = ({ position, duration }: { position: number; duration: number | undefined }) => (
  <progress className={styles.bar} max={duration} value={position} aria-hidden="true" />
)
