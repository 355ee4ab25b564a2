import { removeVideoOverlay, showVideoOverlay } from './preloaded-video-overlay.ts'
import { hasFrame } from './media-state.ts'
import { createPlayback } from './playback.ts'
import type { PlayRequest, Playback } from './engine.ts'

/** A preloaded title that is not played is discarded after this time. */
const PRELOAD_TTL_MS = 90_000
/** A title that was started by a click is stopped when no screen has taken it by then. */
const UNCLAIMED_TTL_MS = 1000

let ready: { playback: Playback; timer: ReturnType<typeof setTimeout>; isStarted?: boolean } | null = null
/** The playback that a screen has taken. */
let shown: Playback | null = null

/** Preloads one title: order, playlists, key, init and first segment, once. Discards the one before; skips the one on screen. */
export function preload(request: PlayRequest): void {
  // A click has started it: what the pointer passes meanwhile does not stop it.
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

/**
 * Starts and shows the preloaded title at the click; its screen takes it over. Does nothing for another title or another position.
 * @returns a promise that resolves when the video is painted; undefined if nothing is shown
 */
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

/** Discards the preloaded title. */
export function discardPreloadedPlayback(): void {
  removeVideoOverlay()
  if (!ready) return
  clearTimeout(ready.timer)
  ready.playback.destroy()
  ready = null
}

/** The playback of a title: the preloaded one if it is of this title, else a new one. The caller destroys it. */
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
