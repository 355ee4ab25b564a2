import styles from './spending-meter.module.css'

export interface SpendingMeterProps {
  /** In the colours of the wallet's buckets; vouchers have one. */
  lines: readonly { name: string; taken: string; takenLabel: string; amount: number; bucket?: string | undefined }[]
  left: number
  ends: { owned: string; left: string }
  /** The only bucket of all lines. */
  bucket?: 'voucher' | 'cinema' | undefined
}

/** What a purchase takes from where, as lines and as one meter: solid is what is left, hatched what is taken. */
export function SpendingMeter({ lines, left, ends, bucket: only }: SpendingMeterProps) {
  return (
    <div className={styles.meter} data-bucket={only}>
      <ul>
        {lines.map(({ name, taken, takenLabel, bucket }) => (
          <li key={name} className={styles.line} data-bucket={bucket}>
            <span className={styles.bucket}>{name}</span>
            <span className={styles.taken}>
              <span aria-hidden="true">{taken}</span>
              <span className="visually-hidden">{takenLabel}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.bar} aria-hidden="true">
        {left > 0 ? (
          <span className={styles.left} data-bucket={lines.at(-1)?.bucket} style={{ flexGrow: left }} />
        ) : null}
        {lines.map(({ name, amount, bucket }) => (
          <span key={name} className={styles.used} data-bucket={bucket} style={{ flexGrow: amount }} />
        ))}
      </div>
      <p className={styles.ends}>
        <span>{ends.owned}</span>
        <span>{ends.left}</span>
      </p>
    </div>
  )
}
