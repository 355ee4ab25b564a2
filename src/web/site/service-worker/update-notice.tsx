import { useState, useSyncExternalStore } from 'react'
import type { UpdateNoticeText } from '#text/zh_HK/notices.ts'
import { createRoot } from '#web/kit/react-root.ts'
import { loadText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { mayShowNotice, type PageActivity } from './notice.rules.ts'
import styles from './update-notice.module.css'
import { plainPath } from '#web/kit/routes.ts'
import { ACTIVATE_WORKER } from '#contract/service-worker.ts'

let isAnnounced = false

/** In a root of its own: the first page carries nothing of it. */
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

/** The live region is always there; the notice comes and goes. */
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

/** `play` and `pause` do not bubble: they are captured. */
const EVENTS = ['input', 'focusin', 'focusout', 'click', 'play', 'pause', 'ended', 'volumechange'] as const
const TEXT_FIELDS =
  'form :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=search], [type=button]))'

export function pageActivity(): PageActivity {
  const { activeElement, documentElement } = document
  return {
    path: plainPath(location.hash.replace(/^#/, '').split('?')[0] ?? ''),
    isPlaying: [...document.querySelectorAll('video')].some(({ paused, muted, ended }) => !paused && !muted && !ended),
    isEditing:
      activeElement instanceof HTMLInputElement ||
      activeElement instanceof HTMLTextAreaElement ||
      activeElement instanceof HTMLSelectElement ||
      [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)].some(
        ({ value }) => value !== '',
      ),
    isInDialog: documentElement.dataset.locked !== undefined,
  }
}

export function watchActivity(onChange: () => void): () => void {
  // After the event's own handlers: a dialog that it opens is then open.
  const soon = () => void setTimeout(onChange)
  for (const name of EVENTS) document.addEventListener(name, soon, true)
  addEventListener('hashchange', soon)
  return () => {
    for (const name of EVENTS) document.removeEventListener(name, soon, true)
    removeEventListener('hashchange', soon)
  }
}

/** Then the page is loaded again anyway. */
export const TAKEOVER_MS = 15_000
/** Then an unanswered load is begun again. */
export const RELOAD_MS = 15_000

/** Reloads only once the worker is active: Chromium never answers a load handed to the former worker while it ends. */
export function takeOver(waiting: ServiceWorker, reload = () => location.reload()): void {
  let isDone = false
  const reloadOnce = () => {
    if (isDone) return
    isDone = true
    reload()
    // This page lives on until the new one is answered.
    setTimeout(reload, RELOAD_MS)
  }
  const isActive = () => waiting.state === 'activated'
  // Another tab may have let it take over.
  if (isActive()) return reloadOnce()
  waiting.addEventListener('statechange', () => {
    if (isActive()) reloadOnce()
  })
  setTimeout(reloadOnce, TAKEOVER_MS)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window: it takes none
  waiting.postMessage(ACTIVATE_WORKER)
}
