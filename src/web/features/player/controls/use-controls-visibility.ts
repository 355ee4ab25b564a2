import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export const FADE_MS = 3000

/** True for three seconds after each pointer move or key, and while `held` (paused, a menu open) or focused. */
export function useAwake(box: RefObject<HTMLElement | null>, held: boolean) {
  const [awake, setAwake] = useState(true)
  const [focused, setFocused] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wake = useCallback(() => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), FADE_MS)
  }, [])
  const sleep = useCallback(() => {
    clearTimeout(timer.current)
    setAwake(false)
  }, [])

  useEffect(() => {
    if (!held) timer.current = setTimeout(() => setAwake(false), FADE_MS)
    return () => clearTimeout(timer.current)
  }, [held])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') wake()
    }
    const onFocus = (event: FocusEvent) => {
      const at = event.type === 'focusin' ? event.target : event.relatedTarget
      setFocused(at instanceof HTMLElement && at.closest('[data-controls]') !== null && at.matches(':focus-visible'))
    }
    window.addEventListener('keydown', wake)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onFocus)
    return () => {
      window.removeEventListener('keydown', wake)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onFocus)
    }
  }, [box, wake])

  return { shown: awake || held || focused, wake, sleep }
}
