import { useEffect, useState } from 'react'

/** Read on scroll events, once in an animation frame: reading `scrollY` while rendering would force a layout. */
export function useScrolledPast(threshold: () => number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const read = () => setPast(scrollY > threshold())
    const frame = requestAnimationFrame(read)
    addEventListener('scroll', read, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', read)
    }
  }, [threshold])
  return isPast
}
