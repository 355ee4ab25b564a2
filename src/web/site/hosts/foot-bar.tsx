import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { storage } from '#web/kit/storage.ts'
import { useOnline } from '#web/kit/use-online.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, OfflineIcon } from '#web/ui/icons.tsx'
import styles from './foot-bar.module.css'

const CLOSED = 'harbour.noticeClosed'

/** At the foot of the window: that the network is gone, else the operators' notice. */
export function FootBar({ withNotice }: { withNotice: boolean }) {
  const { site } = useShellText()
  const online = useOnline()
  const [closed, setClosed] = useState(() => storage.session.get(CLOSED))
  const { language } = useCallContext()
  const { until, [language]: notice } = siteConfig().notice
  const isShown = withNotice && notice !== closed && until !== '' && Date.parse(until) > Date.now()
  const close = () => {
    storage.session.set(CLOSED, notice)
    setClosed(notice)
  }
  return (
    <output>
      {online ? null : (
        <Bar look="offline">
          <OfflineIcon />
          {site.offline}
        </Bar>
      )}
      {online && isShown ? (
        <Bar look="notice">
          <span className={styles.text}>{notice}</span>
          <IconButton label={site.close} icon={<CloseIcon size={16} />} onClick={close} />
        </Bar>
      ) : null}
    </output>
  )
}

/** Covers nothing: while it is shown, `--notice-h` is its height. */
function Bar({ look, children }: { look: 'offline' | 'notice'; children: ReactNode }) {
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
    <span ref={bar} className={styles.bar} data-look={look}>
      {children}
    </span>
  )
}
