import { removeVideoOverlay, showVideoOverlay } from './preloaded-video-overlay.ts'
import { hasFrame } from './media-state.ts'
import { createPlayback } from './playback.ts'
import type { PlayRequest, Playback } from './engine.ts'

const PRELOAD_TTL_MS = 90_000
/** A started title that no screen takes is stopped. */
const UNCLAIMED_TTL_MS = 1000

let ready: { playback: Playback; timer: ReturnType<typeof setTimeout>; isStarted?: boolean } | null = null
let shown: Playback | null = null

/** Discards the preload before; skips the title on screen. */
export function preload(request: PlayRequest): void {
  // Hovering does not stop a title that a click has started.
  if (ready?.isStarted) return
  if (shown && !shown.isOver() && sameTitle(shown.request, request)) return
  if (ready && sameStart(ready.playback.request, request) && !ready.playback.state.get().failure) {
    clearTimeout(ready.timer)
    ready.timer = setTimeout(discardPreloadedPlayback, PRELOAD_TTL_MS)
    return
  }
  discardPreloadedPlayback()
  ready = { playback: createPlayback(request, 'preload'), timer: setTimeout(discardPreloadedPlayback, PRELOAD_TTL_MS) }
}

/** Does nothing for another title or position. @returns resolves when the video is painted; undefined if nothing is shown */
export function startPreloadedPlayback(request: Pick<PlayRequest, 'programGuid' | 'start'>): Promise<void> | undefined {
  if (ready?.playback.request.programGuid !== request.programGuid) return undefined
  const { playback } = ready
  if (Math.abs(playback.request.start - request.start) > 1 || playback.state.get().failure) return undefined
  clearTimeout(ready.timer)
  ready.timer = setTimeout(discardPreloadedPlayback, UNCLAIMED_TTL_MS)
  ready.isStarted = true
  playback.start(request.start)
  return hasFrame(playback.video) ? showVideoOverlay(playback.video) : undefined
}

export function discardPreloadedPlayback(): void {
  removeVideoOverlay()
  if (!ready) return
  clearTimeout(ready.timer)
  ready.playback.destroy()
  ready = null
}

export function takePlayback(request: PlayRequest): Playback {
  shown = takePreloaded(request) ?? createPlayback(request)
  return shown
}

function takePreloaded(request: PlayRequest): Playback | undefined {
  const preloaded = ready
  if (preloaded && sameTitle(preloaded.playback.request, request) && !preloaded.playback.state.get().failure) {
    clearTimeout(preloaded.timer)
    ready = null
    return preloaded.playback
  }
  discardPreloadedPlayback()
  return undefined
}

/** Another position needs other segments. */
const sameStart = (a: PlayRequest, b: PlayRequest): boolean => sameTitle(a, b) && Math.abs(a.start - b.start) <= 1

function sameTitle(a: PlayRequest, b: PlayRequest): boolean {
  const isSameSeat = a.screening?.screeningId === b.screening?.screeningId
  return (
    a.programId === b.programId &&
    a.programGuid === b.programGuid &&
    a.kind === b.kind &&
    a.file === b.file &&
    isSameSeat
  )
}
