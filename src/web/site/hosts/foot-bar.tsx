import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NOTICE_URL } from '#contract/site-notice.ts'
import { type SiteConfig, siteConfig } from '#web/viewer/site-config/site-config.ts'
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
  const { until, [language]: notice } = useNotice(withNotice)
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

const REFRESH_MS = 60_000

/** The page has the notice of when it was loaded. While it is visible, it requests the current one each minute. */
function useNotice(isWanted: boolean): SiteConfig['notice'] {
  const [notice, setNotice] = useState(() => siteConfig().notice)
  useEffect(() => {
    if (!isWanted) return
    let requestedAt = Date.now()
    const refresh = async () => {
      if (document.hidden || !navigator.onLine || Date.now() - requestedAt < REFRESH_MS / 2) return
      requestedAt = Date.now()
      const answer = await fetch(NOTICE_URL, { credentials: 'omit' }).catch(() => undefined)
      const current: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined
      if (isNotice(current)) setNotice(current)
    }
    const onTime = () => void refresh()
    const timer = setInterval(onTime, REFRESH_MS)
    document.addEventListener('visibilitychange', onTime)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTime)
    }
  }, [isWanted])
  return notice
}

const isNotice = (value: unknown): value is SiteConfig['notice'] =>
  typeof value === 'object' &&
  value !== null &&
  ['zh_HK', 'en_US', 'until'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

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
