import { type RefObject, useEffect, useRef } from 'react'

/** Brings the focus to an element when it appears: the heading or the first field of a step that took the place of another. */
export function useArrivalFocus<E extends HTMLElement>(wanted = true): RefObject<E | null> {
  const ref = useRef<E>(null)
  const isWanted = useRef(wanted)
  useEffect(() => {
    if (isWanted.current) ref.current?.focus()
  }, [])
  return ref
}
