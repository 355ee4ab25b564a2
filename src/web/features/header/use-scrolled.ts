import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page is scrolled further than so many px. */
export function useScrolled(px: number): boolean {
  const read = useCallback(() => scrollY > px, [px])
  return useSyncExternalStore(watchScroll, read, () => false)
}

function watchScroll(onChange: () => void) {
  addEventListener('scroll', onChange, { passive: true })
  return () => removeEventListener('scroll', onChange)
}
