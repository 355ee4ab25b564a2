import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { currentLocation } from '#web/kit/history-location.ts'
import { locationOfLink, stateOfStep } from './links.rules.ts'
import { startOnClick } from '../hosts/preload-on-hover.ts'

/**
 * Links are plain anchors (`#/category/list`), so that they work before the script does, open in new tabs and are copied. A plain click on one is
 * taken here, once for the whole site, and becomes a step of the router.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
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
      const place = locationOfLink(anchor?.getAttribute('href') ?? null)
      if (!place || anchor?.target) return
      event.preventDefault()
      const from = currentLocation()
      if (from.pathname === place.pathname && from.search === place.search) {
        scrollTo({ top: 0, behavior: 'smooth' })
        return
      }
      startOnClick(place)
      void navigate(place, { state: stateOfStep(from, place) })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}
