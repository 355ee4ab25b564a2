import { useEffect, useState } from 'react'
import type { Playback } from '../engine/playback.ts'

/** How long 從頭觀看 is offered. */
const FROM_START_MS = 5000

interface Start {
  /** The title and the place to begin at are known, the warning read. */
  open: boolean
  /** Seconds. */
  start: number
  /** A picture has been shown. */
  started: boolean
}

/**
 * Begins at `start` once the player is open. Answers whether beginning from zero is on offer: until the film has run for five
 * seconds, however long it took to come.
 */
export function useStart(playback: Playback, { open, start, started }: Start) {
  // Read once, when it opens: a film that plays is not thrown back when its address or its bookmark changes.
  const [from, setFrom] = useState<number>()
  if (open && from === undefined) setFrom(start)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (from !== undefined) playback.begin(from)
  }, [playback, from])
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), FROM_START_MS)
    return () => clearTimeout(timer)
  }, [started])
  return { offered: from !== undefined && from > 0 && !over, dismiss: () => setOver(true) }
}
