import { WORKER_URL } from '#contract/service-worker.ts'
import { mayCheck } from './notice.rules.ts'

/** A browser without service workers, or that refuses one, loses nothing. */
export async function registerWorker(): Promise<void> {
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  const registration = await container?.register(WORKER_URL, { scope: '/' }).catch(() => undefined)
  if (!container || !registration) return
  const announce = () => {
    // Without a controller this is the first one: there is no earlier version to replace.
    if (registration.waiting && container.controller) void showNotice(registration.waiting)
  }
  announce()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce)
  })
  let checkedMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !mayCheck(checkedMs, Date.now())) return
    checkedMs = Date.now()
    void registration.update().catch(() => {})
  })
}

async function showNotice(waiting: ServiceWorker): Promise<void> {
  // The chunk may be gone with its build: the next page load has the new one.
  const notice = await import('./update-notice.tsx').catch(() => undefined)
  await notice?.announceUpdate(waiting)
}
