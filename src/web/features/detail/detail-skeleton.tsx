import styles from './detail-skeleton.module.css'

/** The placeholder while the title loads, with the same boxes, so that nothing shifts. */
export function DetailSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles.art} />
      <div className={styles.body}>
        <div className={styles.actions}>
          <span className={styles.button} />
          <span className={styles.button} />
        </div>
        <div className={styles.line} />
        <div className={styles.text} />
      </div>
    </div>
  )
}
