import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, type Path, useNavigationType } from './router.tsx'
import { persistScrollPositions, scrollPositionOf, rememberScroll } from './scroll-memory.ts'

const GROW_MS = 2000

/** Entries made by typing an address share one key; the address tells them apart. */
const nameOf = ({ key, pathname, search }: Location) => `page ${key} ${pathname}${search}`

const keepsScroll = (state: unknown): boolean => (state as { keepsScroll?: true } | null)?.keepsScroll === true

const isSamePlace = (a: Path, b: Path): boolean => a.pathname === b.pathname && a.search === b.search

/** A new page starts at the top; Back, Forward and a reload restore the position (PRODUCT 8). A step between places that are `samePage` does not scroll. */
export function useScrollRestoration(shown: Location, samePage = isSamePlace): void {
  const type = useNavigationType()
  const last = useRef(shown)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const onScroll = () => rememberScroll(nameOf(last.current), scrollY)
    const stop = scrollBack(scrollPositionOf(nameOf(last.current)))
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', persistScrollPositions)
    return () => {
      stop()
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', persistScrollPositions)
    }
  }, [])

  // Before the new page is painted: its height may change scrollY.
  useLayoutEffect(() => {
    const before = last.current
    last.current = shown
    if (nameOf(before) === nameOf(shown)) return undefined
    if (samePage(before, shown)) {
      rememberScroll(nameOf(shown), scrollY)
      return undefined
    }
    if (type === 'pop') return scrollBack(scrollPositionOf(nameOf(shown)))
    // A filter changed within the page.
    if (type === 'replace' && before.pathname === shown.pathname) return undefined
    // A choice within the page that Back takes back.
    if (type === 'push' && before.pathname === shown.pathname && keepsScroll(shown.state)) return undefined
    scrollTo(0, 0)
    return undefined
  }, [shown, type, samePage])
}

/** Again whenever the page grows, until it is reached, GROW_MS have passed or the viewer scrolls. */
function scrollBack(top: number): () => void {
  if (top === 0 && scrollY === 0) return () => {}
  const observer = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 2) stop()
  })
  const timer = setTimeout(() => stop(), GROW_MS)
  const moves = ['wheel', 'touchstart', 'keydown'] as const
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const move of moves) removeEventListener(move, stop)
  }
  for (const move of moves) addEventListener(move, stop, { passive: true })
  scrollTo(0, top)
  observer.observe(document.body)
  return stop
}
