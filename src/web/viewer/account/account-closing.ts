import { useSyncExternalStore } from 'react'

/** Whether the server has said that the account is being closed: all but leaving, exporting and reopening is then refused. */
let closing = false
const watchers = new Set<() => void>()

/** The account is being closed: by this browser, or by a refusal that says so. */
export const noteClosing = (): void => set(true)

/** It was reopened. */
export const forgetClosing = (): void => set(false)

/** Whether the account is being closed, as far as this page has heard. */
export const useClosing = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => closing,
    () => false,
  )

function set(next: boolean) {
  if (next === closing) return
  closing = next
  for (const watcher of watchers) watcher()
}
