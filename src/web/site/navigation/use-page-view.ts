import { useEffect, useRef } from 'react'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { trackVisit } from '#web/viewer/session/track-page-view.ts'

/**
 * After each navigation to another screen: moves the focus to its start, unless the focused element is in both screens (the account's menu), and records the
 * page view (SPEC 4).
 */
export function usePageView(pathname: string, routeName: string): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = pathname
    if (before === pathname) return
    if (before === undefined) {
      afterFirstPaint(() => trackVisit(routeName))
      return
    }
    const main = document.getElementById('main')
    const focused = document.activeElement
    // On a phone the menu is hidden once the screen is shown.
    if (!focused || !main?.contains(focused) || focused.getClientRects().length === 0)
      main?.focus({ preventScroll: true })
    trackVisit(routeName)
  }, [pathname, routeName])
}
