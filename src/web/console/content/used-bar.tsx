import { useText } from '#web/kit/text.ts'
import styles from './content.module.css'

/** How much of a number is gone. */
export function UsedBar({ used, of, note }: { used: number; of: number; note?: string }) {
  const text = useText('consoleContent')
  const share = of === 0 ? 0 : Math.min(1, used / of)
  return (
    <>
      <span className={styles.number}>
        {text.used(used, of)}
        {note ? <small className={styles.beside}>{note}</small> : null}
      </span>
      {of > 0 ? (
        <span className={styles.bar} data-full={used >= of ? '' : undefined} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      ) : null}
    </>
  )
}
