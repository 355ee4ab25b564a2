import { useEffect, useRef } from 'react'
import { hasReturnedFocus } from './focus-back.ts'
import { type Command, commandOf, mayRepeat } from './keys.rules.ts'

/** Runs the commands of key events on the page, except those that a field, an open menu or a focused button needs. */
export function useKeyboard(run: (command: Command) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || belongsElsewhere(event)) return
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      if (!event.repeat || mayRepeat(command)) latest.current(command)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function belongsElsewhere({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog, input, textarea, select')) return true
  if (code === 'Space' && hasReturnedFocus(target)) return false
  return (code === 'Space' || code === 'Enter') && target.closest('a, button') !== null
}
