import { type RefObject, useEffect, useRef } from 'react'

export function useArrivalFocus<E extends HTMLElement>(wanted = true): RefObject<E | null> {
  const ref = useRef<E>(null)
  const isWanted = useRef(wanted)
  useEffect(() => {
    if (isWanted.current) ref.current?.focus()
  }, [])
  return ref
}
