import { useCallback, useEffect, useRef } from 'react'
import { currentLocation, numberOfEntry, useLocation } from '#web/kit/router.tsx'
import { pathOfLink } from '#web/kit/use-link-navigation.ts'
import { useShellText } from '../shell/shell-text.ts'

/** The browser asks before the page is closed or reloaded while there is something that would be lost. */
export function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}

/** @returns `onClose` of a dialog with a form, which asks first */
export function useGuardedClose(isDirty: boolean, onClose: () => void): () => void {
  const { leave } = useShellText()
  useLeaveWarning(isDirty)
  // oxlint-disable-next-line no-alert -- the browser's own question holds the page, and needs no third layer
  return () => (isDirty && !confirm(leave) ? undefined : onClose())
}

/** The forms of the page that hold what would be lost. */
const unsaved = new Set<object>()

/** A form of a page: whatever leads to another page asks first. */
export function useUnsaved(isDirty: boolean): void {
  useLeaveWarning(isDirty)
  useEffect(() => {
    if (!isDirty) return undefined
    const form = {}
    unsaved.add(form)
    return () => void unsaved.delete(form)
  }, [isDirty])
}

/** Asks on links and on Back. @returns whether the page may be left for the one of a path */
export function useLeaveQuestion(): (path: string) => boolean {
  const { leave } = useShellText()
  const { pathname } = useLocation()
  const shown = useRef({ pathname, entry: numberOfEntry() })
  useEffect(() => {
    shown.current = { pathname, entry: numberOfEntry() }
  }, [pathname])
  const mayLeave = useCallback(
    // oxlint-disable-next-line no-alert -- as above
    (path: string) => path === shown.current.pathname || unsaved.size === 0 || confirm(leave),
    [leave],
  )
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return
      const to = pathOfLink(event.target.closest('a')?.getAttribute('href') ?? null)
      if (to && !mayLeave(to.pathname)) event.preventDefault()
    }
    let isReturning = false
    const onPop = (event: PopStateEvent) => {
      const { entry = 0 } = shown.current
      if (!isReturning && mayLeave(currentLocation().pathname)) return
      event.stopImmediatePropagation()
      // The router has not seen the step, and does not see the one back.
      if (!isReturning) history.go(entry - (numberOfEntry() ?? entry + 1))
      isReturning = !isReturning
    }
    document.addEventListener('click', onClick, true)
    addEventListener('popstate', onPop, true)
    return () => {
      document.removeEventListener('click', onClick, true)
      removeEventListener('popstate', onPop, true)
    }
  }, [mayLeave])
  return mayLeave
}
