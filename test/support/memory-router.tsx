import { type ReactNode, useCallback, useState } from 'react'
import { type Location, type NavigateFunction, type NavigationType, pathOf, Router } from '#web/kit/router.tsx'

interface Visit {
  entries: readonly Location[]
  at: number
  type: NavigationType
}

const entryOf = (to: string, index: number): Location => ({ ...pathOf(to), state: null, key: `start ${index}` })

let made = 0

/** A router whose history is in memory, at the last of its entries. */
export function MemoryRouter({ initialEntries = ['/'], children }: { initialEntries?: string[]; children: ReactNode }) {
  const [{ entries, at, type }, setVisit] = useState<Visit>(() => ({
    entries: initialEntries.map(entryOf),
    at: initialEntries.length - 1,
    type: 'pop',
  }))
  const navigate = useCallback<NavigateFunction>(
    (to, { replace, state = null } = {}) =>
      setVisit((now) => {
        if (typeof to === 'number') {
          const there = Math.min(Math.max(now.at + to, 0), now.entries.length - 1)
          return { ...now, at: there, type: 'pop' }
        }
        const entry = { ...(typeof to === 'string' ? pathOf(to) : to), state, key: `made ${++made}` }
        const place = replace ? now.at : now.at + 1
        return { entries: [...now.entries.slice(0, place), entry], at: place, type: replace ? 'replace' : 'push' }
      }),
    [],
  )
  return (
    <Router location={entries[at]!} type={type} navigate={navigate}>
      {children}
    </Router>
  )
}
