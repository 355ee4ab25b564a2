import { createPlayback, type Playback } from './playback.ts'
import type { PlayRequest } from './stream-source.ts'

/** A title made ready is given up when nobody presses play for so long. */
const KEPT_MS = 90_000
/** A film that has begun at the press is stopped when no screen has taken it by then. */
const UNSEEN_MS = 1000

let ready: { playback: Playback; timer: ReturnType<typeof setTimeout>; isBegun?: boolean } | null = null
/** What a screen has taken. */
let shown: Playback | null = null

/** Makes one title ready: order, playlists, key, init and first segment, once; the one before it is given up. Not the one that is being watched. */
export function preload(request: PlayRequest): void {
  if (shown && !shown.isOver() && sameTitle(shown.request, request)) return
  if (ready && sameStart(ready.playback.request, request) && !ready.playback.state.get().failure) {
    if (ready.isBegun) return
    clearTimeout(ready.timer)
    ready.timer = setTimeout(discardPreloadedPlayback, KEPT_MS)
    return
  }
  discardPreloadedPlayback()
  ready = { playback: createPlayback(request), timer: setTimeout(discardPreloadedPlayback, KEPT_MS) }
}

/** Begins what was made ready, at the press: its screen takes it over a moment later. Another title, or another place in it, is left alone. */
export function startPreloadedPlayback(request: Pick<PlayRequest, 'programGuid' | 'start'>): void {
  if (ready?.playback.request.programGuid !== request.programGuid) return
  const { playback } = ready
  if (Math.abs(playback.request.start - request.start) > 1 || playback.state.get().failure) return
  clearTimeout(ready.timer)
  ready.timer = setTimeout(discardPreloadedPlayback, UNSEEN_MS)
  ready.isBegun = true
  playback.begin(request.start)
}

/** Gives up what was made ready. */
export function discardPreloadedPlayback(): void {
  if (!ready) return
  clearTimeout(ready.timer)
  ready.playback.destroy()
  ready = null
}

/** The playback of a title, the one that was made ready when it is this title's. It is the caller's to destroy. */
export function takePlayback(request: PlayRequest): Playback {
  shown = takeWarm(request) ?? createPlayback(request)
  return shown
}

function takeWarm(request: PlayRequest): Playback | undefined {
  const warm = ready
  if (warm && sameTitle(warm.playback.request, request) && !warm.playback.state.get().failure) {
    clearTimeout(warm.timer)
    ready = null
    return warm.playback
  }
  discardPreloadedPlayback()
  return undefined
}

/** Of another place other segments are needed. */
const sameStart = (a: PlayRequest, b: PlayRequest): boolean => sameTitle(a, b) && Math.abs(a.start - b.start) <= 1

function sameTitle(a: PlayRequest, b: PlayRequest): boolean {
  return a.programId === b.programId && a.programGuid === b.programGuid && a.kind === b.kind && a.file === b.file
}
