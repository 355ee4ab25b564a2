import { useEffect, useRef } from 'react'
import { afterFirstPaint } from '#web/lib/idle.ts'
import { trackVisit } from '#web/lib/track.ts'

/** After each navigation to another screen: the focus goes to its beginning and the page view is recorded (SPEC 4). */
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
    document.getElementById('main')?.focus({ preventScroll: true })
    trackVisit(routeName)
  }, [pathname, routeName])
}
