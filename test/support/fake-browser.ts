import { vi } from 'vitest'

/** A storage area in memory. */
export function fakeStorage(initial: Record<string, string> = {}): Storage {
  let items = new Map(Object.entries(initial))
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => {
      items = new Map()
    },
  }
}

export interface FakeBrowser {
  local?: Record<string, string>
  session?: Record<string, string>
  search?: string
  hash?: string
}

/** Stubs the browser globals that the session uses; `vi.unstubAllGlobals()` removes them. `reload` records page reloads. */
export function stubBrowser({ local, session, search = '', hash = '#/category/list' }: FakeBrowser = {}) {
  const reload = vi.fn<() => void>()
  const location = { pathname: '/', hash, search, protocol: 'https:', reload, replace: vi.fn<(to: string) => void>() }
  const listeners = new EventTarget()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', fakeStorage(local))
  vi.stubGlobal('sessionStorage', fakeStorage(session))
  vi.stubGlobal('navigator', { platform: 'Test', onLine: true, userAgent: 'X11; Linux' })
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to?: string) => {
      if (to === undefined) return
      const [, page, fragment = ''] = /^([^#]*)(#.*)?$/.exec(to) ?? []
      location.hash = fragment
      if (page) location.search = page.slice(page.indexOf('/') + 1)
    },
  })
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
  vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners))
  const dispatch = (type: string, properties: object = {}) =>
    listeners.dispatchEvent(Object.assign(new Event(type), properties))
  return { location, reload, dispatch }
}

/** All items of a storage area. */
export const storedItems = (area: Storage): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: area.length }, (_, at) => area.key(at) ?? '').map((key) => [key, area.getItem(key) ?? '']),
  )
