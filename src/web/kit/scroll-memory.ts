import { storage } from './storage.ts'

/** Where things were scrolled to, by history entry and name. The oldest are forgotten. */
const KEY = 'harbour.places'
const PLACES_MAX = 500
/** As many outlive a reload. */
const KEPT_MAX = 100

let places: Map<string, number> | undefined

export function rememberScroll(key: string, offset: number): void {
  const known = placesNow()
  known.delete(key)
  known.set(key, offset)
  const oldest = known.keys().next()
  if (known.size > PLACES_MAX && !oldest.done) known.delete(oldest.value)
}

/** 0 when nothing is remembered. */
export const scrollPositionOf = (key: string): number => placesNow().get(key) ?? 0

/** Keeps the newest places for the page that a reload, or Back from elsewhere, makes of this one. */
export function persistScrollPositions(): void {
  storage.session.set(KEY, JSON.stringify([...placesNow()].slice(-KEPT_MAX)))
}

function placesNow(): Map<string, number> {
  places ??= new Map(returns() ? readKept() : [])
  return places
}

/** An address that was typed anew begins at its top. */
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
