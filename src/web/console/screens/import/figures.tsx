import styles from './import.module.css'

interface Figure {
  readonly label: string
  readonly value: string
  readonly isBad?: boolean
}

/** Counts side by side. */
export const Figures = ({ of }: { of: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {of.map(({ label, value, isBad }) => (
      <div key={label} data-bad={isBad ? '' : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
