import { useEffect, useState } from 'react'

/**
 * Whether the page is scrolled further than `threshold()` px. Read on scroll events and once in an animation frame, never while rendering: reading
 * `scrollY` there would force a layout of what has just been rendered.
 */
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
