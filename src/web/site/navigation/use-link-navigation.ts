import { useEffect } from 'react'
import { currentLocation, useNavigate } from '#web/kit/router.tsx'
import { locationOfLink, stateOfStep } from './links.rules.ts'
import { discardPreload, startOnClick } from '../hosts/preload-on-hover.ts'

/**
 * Links are plain anchors (`#/category/list`): they work before the script has loaded, open in new tabs and can be copied. One listener for the whole site
 * turns a plain click on one into a navigation of the router.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // True until the video of the title that was clicked is painted and the navigation starts.
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
      const target = locationOfLink(anchor?.getAttribute('href') ?? null)
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
        if (now.pathname !== from.pathname || now.search !== from.search) return discardPreload()
        navigate(target, { state: stateOfStep(from, target) })
      }
      const painted = startOnClick(target)
      isNavigationPending = painted !== undefined
      if (painted) void painted.then(open)
      else open()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}
