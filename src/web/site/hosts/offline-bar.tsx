import { useSyncExternalStore } from 'react'
import { useText } from '#web/kit/text.ts'
import { OfflineIcon } from '#web/ui/icons.tsx'
import styles from './offline-bar.module.css'

/** Shown while the browser is offline. */
export function OfflineBar() {
  const { site } = useText()
  const online = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )
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

function watch(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
