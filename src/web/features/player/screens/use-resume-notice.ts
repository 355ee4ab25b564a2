import { useEffect, useState } from 'react'
import type { Playback } from '../engine/playback.ts'

/** How long starting from the beginning is offered. */
const FROM_START_MS = 5000

interface Start {
  /** The title and the start position are known, the warning is accepted. */
  open: boolean
  /** Seconds. */
  start: number
  /** A frame has been presented. */
  started: boolean
  /** False where a room decides when it plays. */
  plays: boolean
}

/**
 * Starts playback at `start` once the player is open. Returns whether starting from the beginning is offered: for five seconds
 * after the first frame.
 */
export function useStart(playback: Playback, { open, start, started, plays }: Start) {
  // Read once, when it opens: later changes of the address or the bookmark do not seek.
  const [from, setFrom] = useState<number>()
  if (open && from === undefined) setFrom(start)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (from !== undefined) playback.start(from, ...(plays ? [] : [{ plays }]))
  }, [playback, from, plays])
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), FROM_START_MS)
    return () => clearTimeout(timer)
  }, [started])
  return { offered: plays && from !== undefined && from > 0 && !over, dismiss: () => setOver(true) }
}
