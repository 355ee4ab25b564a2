import { useEffect } from 'react'
import { currentLocation, type Location, type Path, pathOf, useNavigate } from './router.tsx'

export interface LinkOptions {
  stateOf?: (from: Location, to: Path) => unknown
  /** Starts something at the click, for which the navigation waits; undefined: it does not wait. */
  prepare?: (to: Path) => Promise<void> | undefined
  abandon?: () => void
}

export const pathOfLink = (href: string | null): Path | undefined =>
  href?.startsWith('#/') ? pathOf(href.slice(1)) : undefined

/** Links are plain anchors, which work before the script has loaded; one listener turns a plain click into a navigation. */
export function useLinkNavigation({ stateOf, prepare, abandon }: LinkOptions = {}): void {
  const navigate = useNavigate()
  useEffect(() => {
    let isNavigationPending = false
    const onClick = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      const target = pathOfLink(anchor?.getAttribute('href') ?? null)
      if (!target || anchor?.target) return
      event.preventDefault()
      const from = currentLocation()
      if (from.pathname === target.pathname && from.search === target.search) {
        scrollTo({ top: 0, behavior: 'smooth' })
        return
      }
      if (isNavigationPending) return
      const open = () => {
        isNavigationPending = false
        const now = currentLocation()
        // Back, or a layer that was closed meanwhile, wins.
        if (now.pathname !== from.pathname || now.search !== from.search) return abandon?.()
        navigate(target, { state: stateOf?.(from, target) })
      }
      const ready = prepare?.(target)
      isNavigationPending = ready !== undefined
      if (ready) void ready.then(open)
      else open()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate, stateOf, prepare, abandon])
}
