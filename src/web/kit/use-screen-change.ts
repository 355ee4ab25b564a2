import { useEffect, useRef } from 'react'
import { afterFirstPaint } from './idle.ts'

/** Moves the focus to the new screen's start, unless the focused element is in both screens (the account's menu). */
export function useScreenChange(pathname: string, name: string, onShown?: (name: string) => void): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = pathname
    if (before === pathname) return
    if (before === undefined) {
      afterFirstPaint(() => onShown?.(name))
      return
    }
    const main = document.getElementById('main')
    const focused = document.activeElement
    // On a phone the menu is hidden once the screen is shown.
    if (!focused || !main?.contains(focused) || focused.getClientRects().length === 0)
      main?.focus({ preventScroll: true })
    onShown?.(name)
  }, [pathname, name, onShown])
}
