import { useSyncExternalStore } from 'react'
import type { UpdateNoticeText } from '#text/zh_HK/update-notice.ts'
import { ACTIVATE_WORKER } from '#contract/service-worker.ts'
import type { Language } from '#contract/languages.ts'
import { readLanguage } from '#web/kit/language.ts'
import { createRoot } from '#web/kit/react-root.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { mayShowNotice } from './notice.rules.ts'
import { pageActivity, watchActivity } from './page-activity.ts'
import styles from './update-notice.module.css'

const TEXT: Record<Language, () => Promise<UpdateNoticeText>> = {
  zh_HK: async () => (await import('#text/zh_HK/update-notice.ts')).updateNotice,
  en_US: async () => (await import('#text/en_US/update-notice.ts')).updateNotice,
}
/** How long the new worker may take to take over before the page is loaded again all the same. */
const TAKEOVER_MS = 3000

let isAnnounced = false

/** Shows the notice of a new version, in a root of its own: the first page carries nothing of it. */
export async function announceUpdate(waiting: ServiceWorker): Promise<void> {
  if (isAnnounced) return
  isAnnounced = true
  const text = await TEXT[readLanguage()]().catch(() => undefined)
  if (!text) return
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<UpdateNotice text={text} onReload={() => takeOver(waiting)} onClose={close} />)
}

interface UpdateNoticeProps {
  text: UpdateNoticeText
  onReload: () => void
  onClose: () => void
}

/** A live region that is always there; the notice comes and goes with what the page is doing. */
export function UpdateNotice({ text, onReload, onClose }: UpdateNoticeProps) {
  const isShown = useSyncExternalStore(watchActivity, () => mayShowNotice(pageActivity()))
  return (
    <output>
      {isShown ? (
        <span className={styles.notice}>
          <span className={styles.text}>{text.text}</span>
          <Button size="s" look="primary" onClick={onReload}>
            {text.reload}
          </Button>
          <IconButton label={text.later} icon={<CloseIcon size={18} />} onClick={onClose} />
        </span>
      ) : null}
    </output>
  )
}

/** Lets the waiting worker take over, then loads this page again. Other tabs go on as they are. */
function takeOver(waiting: ServiceWorker): void {
  let isDone = false
  const reload = () => {
    if (isDone) return
    isDone = true
    location.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  setTimeout(reload, TAKEOVER_MS)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window: it takes none
  waiting.postMessage(ACTIVATE_WORKER)
}
