/** Arrows up and down, Home and End, around the ends; false for any other key. */
export function moveListFocus(items: readonly HTMLElement[], key: string): boolean {
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return false
  items.at(to % items.length)?.focus()
  return true
}
