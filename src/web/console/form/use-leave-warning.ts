import { useEffect } from 'react'
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

/** The page that is open, and its history entry; the question in the operator's language. */
const open = { pathname: '', entry: 0, question: '' }

// oxlint-disable-next-line no-alert -- as above
export const mayLeave = (path: string): boolean =>
  path === open.pathname || unsaved.size === 0 || confirm(open.question)

/** Asks on links. */
export function useLeaveQuestion(): void {
  const { leave } = useShellText()
  const { pathname } = useLocation()
  useEffect(() => {
    Object.assign(open, { pathname, entry: numberOfEntry() ?? 0, question: leave })
  })
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return
      const to = pathOfLink(event.target.closest('a')?.getAttribute('href') ?? null)
      if (to && !mayLeave(to.pathname)) event.preventDefault()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}

/** Asks on Back and Forward. Called before the router listens, which must not see a step that is taken back. */
export function guardHistory(): void {
  let isReturning = false
  addEventListener('popstate', (event) => {
    if (!isReturning && mayLeave(currentLocation().pathname)) return
    event.stopImmediatePropagation()
    if (!isReturning) history.go(open.entry - (numberOfEntry() ?? open.entry + 1))
    isReturning = !isReturning
  })
}
