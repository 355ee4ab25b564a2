import { useText } from '#web/kit/text.ts'
import { useOnline } from '#web/kit/use-online.ts'
import { OfflineIcon } from '#web/ui/icons.tsx'
import styles from './offline-bar.module.css'

/** Shown while the browser is offline. */
export function OfflineBar() {
  const { site } = useText()
  const online = useOnline()
  return (
    <output>
      {online ? null : (
        <span className={styles.bar}>
          <OfflineIcon />
          {site.offline}
        </span>
      )}
    </output>
  )
}
