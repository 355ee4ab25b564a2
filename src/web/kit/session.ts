import { forgetScrollPositions } from './scroll-memory.ts'
import { storage } from './storage.ts'
import { createExternalStore, type ExternalStore } from './store.ts'

/** `make` runs only when a stored value has changed: React requires the same object meanwhile. `initial` is the session of the prerender. */
export function createSessionStore<S, V extends unknown[]>(
  initial: S,
  stored: () => readonly [...V],
  make: (...values: V) => S,
): ExternalStore<S> {
  let lastSource: string | undefined
  let last = initial
  return createExternalStore(() => {
    const values = stored()
    const source = JSON.stringify(values)
    if (source !== lastSource) {
      lastSource = source
      last = make(...values)
    }
    return last
  }, initial)
}

/** One change of a session writes several keys. */
const CALM_MS = 100

/** Also when the page returns from the browser's cache. The key `null`: cleared storage. */
export function onStoredElsewhere(keys: ReadonlySet<string | null>, follow: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || !keys.has(key)) return
    clearTimeout(timer)
    timer = setTimeout(follow, CALM_MS)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
}

export function loadAnew(to: string): void {
  forgetScrollPositions()
  history.replaceState(null, '', `#${to}`)
  location.reload()
}

const MESSAGE = 'harbour.message'

export const leaveMessage = (message: string): void => storage.session.set(MESSAGE, message)

/** The message stored for this page load; removed by reading it. */
export function takeMessage(): string | undefined {
  const message = storage.session.get(MESSAGE) ?? undefined
  storage.session.remove(MESSAGE)
  return message
}
