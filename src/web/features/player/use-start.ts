import { useEffect, useState } from 'react'
import type { Playback } from './playback.ts'

/** How long 從頭觀看 is offered. */
const FROM_START_MS = 5000

/** Begins at `start` once `open` (the title is known, its warning read). Answers whether beginning from zero is on offer. */
export function useStart(playback: Playback, open: boolean, start: number) {
  const [offered, setOffered] = useState(false)
  useEffect(() => {
    if (!open) return
    playback.begin(start)
    if (start <= 0) return
    setOffered(true)
    const timer = setTimeout(() => setOffered(false), FROM_START_MS)
    return () => clearTimeout(timer)
    // The place to begin at is read once: a film that plays is not thrown back when its address changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [playback, open])
  return { offered, dismiss: () => setOffered(false) }
}
