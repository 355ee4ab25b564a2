import { forgetScrollPositions } from './scroll-memory.ts'
import { storage } from './storage.ts'
import { createExternalStore, type ExternalStore } from './store.ts'

/**
 * A session that is made of stored values, which other tabs change too. `make` runs only when one of them has changed: React requires the same object
 * meanwhile. `initial` is the session of the prerender; hydration finds no change where `make` returns that very object.
 */
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

/** Calls back when another tab has changed one of the keys (`null`: cleared storage), and when the page returns from the browser's cache. */
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

/** Reloads the page at a route, without a new history entry. The scroll positions belonged to the session or the mode that ends. */
export function loadAnew(to: string): void {
  forgetScrollPositions()
  history.replaceState(null, '', `#${to}`)
  location.reload()
}

const MESSAGE = 'harbour.message'

/** Stores a message for the next page load. */
export const leaveMessage = (message: string): void => storage.session.set(MESSAGE, message)

/** The message stored for this page load; removed by reading it. */
export function takeMessage(): string | undefined {
  const message = storage.session.get(MESSAGE) ?? undefined
  storage.session.remove(MESSAGE)
  return message
}
