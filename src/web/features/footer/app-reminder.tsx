import { useState } from 'react'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { storage } from '#web/kit/storage.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { appLinks, storeFor } from './app-links.ts'
import { mayRemind } from './app-reminder.rules.ts'
import styles from './app-reminder.module.css'

const CLOSED_AT = 'harbour.appReminderClosedAt'

/**
 * Home's reminder of the app: a strip at the bottom of a phone, closed for 30 days at a time. A desktop's window that is narrow, or
 * zoomed, has none. Rendered in the browser only.
 */
export function AppReminder() {
  const { site } = useShellText()
  const [shown, setShown] = useState(() => mayRemind(storage.local.get(CLOSED_AT), Date.now()))
  const store = storeFor(navigator.userAgent, appLinks(siteConfig(), site.app))
  if (!shown || !store || !isMobileDevice()) return null
  const close = () => {
    storage.local.set(CLOSED_AT, String(Date.now()))
    setShown(false)
  }
  return (
    <aside className={styles.reminder} aria-label={site.app.reminder} data-bottom-bar="">
      <IconButton label={site.close} icon={<CloseIcon />} onClick={close} />
      <span className={styles.mark}>
        <LogoMark size={30} />
      </span>
      <span className={styles.body}>
        <strong className={styles.title}>{site.app.reminder}</strong>
        <span className={styles.text}>{site.app.reminderText}</span>
      </span>
      <Button look="primary" size="s" href={store.url}>
        {site.app.open}
      </Button>
    </aside>
  )
}
