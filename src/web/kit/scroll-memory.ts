import { storage } from './storage.ts'

/** Scroll positions by history entry and name; the oldest are dropped. */
const KEY = 'harbour.places'
const POSITIONS_MAX = 500
const KEPT_MAX = 100

let positions: Map<string, number> | undefined
let remembers = true

export function rememberScroll(key: string, offset: number): void {
  if (!remembers) return
  const known = currentPositions()
  known.delete(key)
  known.set(key, offset)
  const oldest = known.keys().next()
  if (known.size > POSITIONS_MAX && !oldest.done) known.delete(oldest.value)
}

export const scrollPositionOf = (key: string): number => currentPositions().get(key) ?? 0

/** Remembers no further ones until the page is loaded again. */
export function forgetScrollPositions(): void {
  remembers = false
  positions = new Map()
  storage.session.remove(KEY)
}

export function persistScrollPositions(): void {
  if (!remembers) return
  storage.session.set(KEY, JSON.stringify([...currentPositions()].slice(-KEPT_MAX)))
}

function currentPositions(): Map<string, number> {
  positions ??= new Map(returns() ? readKept() : [])
  return positions
}

/** A typed address starts at the top. */
function returns(): boolean {
  if (typeof performance === 'undefined') return false
  const [entry] = performance.getEntriesByType('navigation') as { type?: string }[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}

function readKept(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(storage.session.get(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as [string, number][]) : []
  } catch {
    return []
  }
}
