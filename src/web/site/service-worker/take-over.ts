import { ACTIVATE_WORKER } from '#contract/service-worker.ts'

/** How long the new worker may take to take over before the page is loaded again all the same. */
export const TAKEOVER_MS = 15_000
/** How long a load may stay unanswered before it is begun again. */
export const RELOAD_MS = 15_000

/**
 * Lets the waiting worker take over, then loads this page again. Other tabs go on as they are. The page is loaded once the worker is active,
 * not before: a load that is handed to the former worker while that ends is never answered in Chromium. The former worker ends with
 * its last answer, which may take seconds.
 */
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
