import { useSyncExternalStore } from 'react'
import { navigationBridge } from '#web/viewer/session/navigation-bridge.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'

/**
 * Until when the parental code has unlocked this session, as the browser remembers it (SPEC 4: stored as an expiry time). The server holds its own; this
 * one only says what to show.
 */
const KEY = 'harbour.unlockedUntil'

const store = createExternalStore(unlockedUntil, undefined)
let subscribers = 0
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

/** `unlockedUntil`; renders again when it changes, its own end included. */
export const useUnlock = (): number | undefined => useSyncExternalStore(subscribe, store.get, () => store.initial)

function changed() {
  navigationBridge().refreshAnswers()
  store.changed()
  awaitEnd()
}

function subscribe(listener: () => void) {
  const unsubscribe = store.subscribe(listener)
  subscribers += 1
  addEventListener('storage', listener)
  awaitEnd()
  return () => {
    unsubscribe()
    subscribers -= 1
    removeEventListener('storage', listener)
    if (subscribers === 0) clearTimeout(timer)
  }
}

function awaitEnd() {
  clearTimeout(timer)
  const until = unlockedUntil()
  if (until !== undefined && subscribers > 0) timer = setTimeout(changed, until - Date.now() + 1)
}
