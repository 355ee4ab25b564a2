import { vi } from 'vitest'

/** A storage area in memory. */
export function fakeStorage(items: Record<string, string> = {}): Storage {
  let kept = new Map(Object.entries(items))
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => {
      kept = new Map()
    },
  }
}

export interface FakeBrowser {
  local?: Record<string, string>
  session?: Record<string, string>
  search?: string
  hash?: string
}

/** As much of a browser as the session needs, as globals; `vi.unstubAllGlobals()` takes it away. `reload` counts what would begin the page anew. */
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
      const [, page, shown = ''] = /^([^#]*)(#.*)?$/.exec(to) ?? []
      location.hash = shown
      if (page) location.search = page.slice(page.indexOf('/') + 1)
    },
  })
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
  vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners))
  const dispatch = (type: string, facts: object = {}) => listeners.dispatchEvent(Object.assign(new Event(type), facts))
  return { location, reload, dispatch }
}

/** All that is kept in an area. */
export const kept = (area: Storage): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: area.length }, (_, at) => area.key(at) ?? '').map((key) => [key, area.getItem(key) ?? '']),
  )
