import { useState, useSyncExternalStore } from 'react'
import type { UpdateNoticeText } from '#text/zh_HK/update-notice.ts'
import { createRoot } from '#web/kit/react-root.ts'
import { loadText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { mayShowNotice } from './notice.rules.ts'
import { pageActivity, watchActivity } from './page-activity.ts'
import { takeOver } from './take-over.ts'
import styles from './update-notice.module.css'

let isAnnounced = false

/** Shows the notice of a new version, in a root of its own: the first page carries nothing of it. */
export async function announceUpdate(waiting: ServiceWorker): Promise<void> {
  if (isAnnounced) return
  isAnnounced = true
  const text = await loadText('updateNotice').catch(() => undefined)
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
  const [isReloading, setReloading] = useState(false)
  return (
    <output>
      {isShown ? (
        <span className={styles.notice}>
          <span className={styles.text}>{text.text}</span>
          <Button
            size="s"
            look="primary"
            busy={isReloading}
            busyText={text.reloading}
            onClick={() => {
              setReloading(true)
              onReload()
            }}
          >
            {text.reload}
          </Button>
          <IconButton label={text.later} icon={<CloseIcon size={18} />} onClick={onClose} />
        </span>
      ) : null}
    </output>
  )
}
