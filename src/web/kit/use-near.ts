import { type RefObject, useEffect, useRef, useState } from 'react'

/** SPEC 9: content loads within 1.3 viewport heights. */
const PRELOAD_MARGIN = '30%'

/** True once the element has come within 1.3 viewport heights. */
export function useNear(from: boolean): [RefObject<HTMLElement | null>, boolean] {
  const ref = useRef<HTMLElement>(null)
  const [near, setNear] = useState(from)
  useEffect(() => {
    const element = ref.current
    if (near || !element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: `${PRELOAD_MARGIN} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return [ref, near]
}
