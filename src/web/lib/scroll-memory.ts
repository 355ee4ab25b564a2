/** Where things were scrolled to, by history entry and name, for as long as the page lives. The oldest are forgotten. */
const places = new Map<string, number>()
const PLACES_MAX = 500

export function rememberPlace(key: string, offset: number): void {
  places.delete(key)
  places.set(key, offset)
  const oldest = places.keys().next()
  if (places.size > PLACES_MAX && !oldest.done) places.delete(oldest.value)
}

/** 0 when nothing is remembered. */
export const placeOf = (key: string): number => places.get(key) ?? 0
