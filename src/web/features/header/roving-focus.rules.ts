/** The index that an arrow key, Home or End moves the focus to, wrapping at the ends; undefined for another key. `at` -1: nothing is focused. */
export function nextFocusIndex(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at <= 0 ? count : at) - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
