import { useSyncExternalStore } from 'react'
import { navigationBridge } from '#web/kit/navigation-bridge.ts'
import { deviceTime } from '#web/kit/server-clock.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'

/** By the device's clock, and for display only (SPEC 4): the server keeps its own. */
const KEY = 'harbour.unlockedUntil'

/** A browser runs a timer with a longer delay at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

const store = createExternalStore(unlockedUntil, undefined)
let subscribers = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** In ms since 1970; undefined while locked. */
export function unlockedUntil(): number | undefined {
  const until = Number(storage.local.get(KEY) ?? Number.NaN)
  return until > Date.now() ? until : undefined
}

export function rememberUnlock(instant: string): void {
  storage.local.set(KEY, String(deviceTime(instant)))
  changed()
}

export function forgetUnlock(): void {
  storage.local.remove(KEY)
  changed()
}

export const useUnlock = (): number | undefined => useSyncExternalStore(subscribe, store.get, () => store.initial)

function changed() {
  navigationBridge().refreshAnswers()
  store.changed()
  scheduleEnd()
}

function subscribe(listener: () => void) {
  const unsubscribe = store.subscribe(listener)
  subscribers += 1
  addEventListener('storage', listener)
  scheduleEnd()
  return () => {
    unsubscribe()
    subscribers -= 1
    removeEventListener('storage', listener)
    if (subscribers === 0) clearTimeout(timer)
  }
}

function scheduleEnd() {
  clearTimeout(timer)
  const until = unlockedUntil()
  if (until === undefined || subscribers === 0) return
  const wait = until - Date.now() + 1
  timer = wait > TIMER_MAX_MS ? setTimeout(scheduleEnd, TIMER_MAX_MS) : setTimeout(changed, wait)
}
