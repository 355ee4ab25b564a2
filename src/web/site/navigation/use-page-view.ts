import { useEffect, useRef } from 'react'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { trackVisit } from '#web/viewer/session/track-page-view.ts'

/**
 * After each navigation to another screen: the focus goes to its beginning, unless it is on something that both screens have (the account's menu), and the
 * page view is recorded (SPEC 4).
 */
export function useArrival(pathname: string, routeName: string): void {
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
    const kept = document.activeElement
    // On a phone the menu gives way to the screen.
    if (!kept || !main?.contains(kept) || kept.getClientRects().length === 0) main?.focus({ preventScroll: true })
    trackVisit(routeName)
  }, [pathname, routeName])
}
