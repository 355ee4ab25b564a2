import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { currentLocation } from '#web/kit/history-location.ts'
import { locationOfLink, stateOfStep } from './links.rules.ts'
import { startOnClick } from '../hosts/preload-on-hover.ts'

/**
 * Links are plain anchors (`#/category/list`): they work before the script has loaded, open in new tabs and can be copied. One listener for the whole site
 * turns a plain click on one into a navigation of the router.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // For the picture of the title that was clicked, which covers the page.
    let isWaiting = false
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
      if (isWaiting) return
      const open = () => {
        isWaiting = false
        void navigate(target, { state: stateOfStep(from, target) })
      }
      const shown = startOnClick(target)
      isWaiting = shown !== undefined
      if (shown) void shown.then(open)
      else open()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}
