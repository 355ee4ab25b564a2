import { useEffect } from 'react'
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
