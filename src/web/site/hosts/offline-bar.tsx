import { useLayoutEffect, useRef } from 'react'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useOnline } from '#web/kit/use-online.ts'
import { OfflineIcon } from '#web/ui/icons.tsx'
import styles from './offline-bar.module.css'

export function OfflineBar() {
  const online = useOnline()
  return <output>{online ? null : <OfflineNotice />}</output>
}

/** Covers nothing: while it is shown, `--notice-h` is its height. */
function OfflineNotice() {
  const { site } = useShellText()
  const bar = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const watcher = new ResizeObserver(([entry]) =>
      style.setProperty('--notice-h', `${entry!.target.getBoundingClientRect().height}px`),
    )
    watcher.observe(bar.current!)
    return () => {
      watcher.disconnect()
      style.removeProperty('--notice-h')
    }
  }, [])
  return (
    <span ref={bar} className={styles.bar}>
      <OfflineIcon />
      {site.offline}
    </span>
  )
}
