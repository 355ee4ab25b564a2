import { useSyncExternalStore } from 'react'
import { navigationBridge } from '#web/viewer/session/navigation-bridge.ts'
import { storage } from '#web/kit/storage.ts'

/**
 * Until when the parental code has unlocked this session, as the browser remembers it (SPEC 4: stored as an expiry time). The server holds its own; this
 * one only says what to show.
 */
const KEY = 'harbour.unlockedUntil'

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The end of the unlock in milliseconds since 1970; undefined when nothing is unlocked. */
export function unlockedUntil(): number | undefined {
  const until = Number(storage.local.get(KEY) ?? Number.NaN)
  return until > Date.now() ? until : undefined
}

/** Keeps the `unlockedUntil` that `checkPasscode` answered. What is on the screen is asked anew: it may be open now. */
export function rememberUnlock(instant: string): void {
  storage.local.set(KEY, String(Date.parse(instant)))
  changed()
}

/** Locked again: by the member, or by its time. */
export function forgetUnlock(): void {
  storage.local.remove(KEY)
  changed()
}

/** `unlockedUntil` that renders anew when it changes, its own end included. */
export const useUnlock = (): number | undefined => useSyncExternalStore(watch, unlockedUntil, () => undefined)

function changed() {
  navigationBridge().refreshAnswers()
  tell()
}

function tell() {
  for (const watcher of watchers) watcher()
  awaitEnd()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  awaitEnd()
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
    if (watchers.size === 0) clearTimeout(timer)
  }
}

function awaitEnd() {
  clearTimeout(timer)
  const until = unlockedUntil()
  if (until !== undefined && watchers.size > 0) timer = setTimeout(changed, until - Date.now() + 1)
}
