import { useEffect, useState } from 'react'
import type { PlayerActions } from './player-context.ts'

/** Safari's own interface of AirPlay (`webkitplaybacktargetavailabilitychanged` has the availability). */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void
}

type TargetEvent = Event & { availability?: string }
const AIRPLAY_EVENT = 'webkitplaybacktargetavailabilitychanged'

/** Playback on another screen: AirPlay in Safari, Cast and others by the Remote Playback API. */
export interface RemotePlaybackControl {
  readonly kind: 'airplay' | 'cast'
  readonly prompt: () => void
}

export function useRemotePlayback(video: HTMLVideoElement): RemotePlaybackControl | undefined {
  const [kind, setKind] = useState<RemotePlaybackControl['kind']>()
  useEffect(() => watchScreens(video, setKind), [video])
  return kind && { kind, prompt: () => promptFor(video, kind) }
}

/** Calls back with the kind of screen that is available, undefined for none. @returns a function that stops it */
export function watchScreens(
  video: AirPlayVideo,
  onChange: (kind: RemotePlaybackControl['kind'] | undefined) => void,
): () => void {
  if (video.webkitShowPlaybackTargetPicker) {
    const onTargets = ({ availability }: TargetEvent) => onChange(availability === 'available' ? 'airplay' : undefined)
    video.addEventListener(AIRPLAY_EVENT, onTargets)
    return () => video.removeEventListener(AIRPLAY_EVENT, onTargets)
  }
  const { remote } = video
  if (!remote) return () => {}
  let isOver = false
  const watching = remote.watchAvailability((isAvailable) => isOver || onChange(isAvailable ? 'cast' : undefined))
  // Rejected where the source cannot play elsewhere, or the device does not look for screens.
  watching.catch(() => {})
  return () => {
    isOver = true
    watching.then((id) => remote.cancelWatchAvailability(id)).catch(() => {})
  }
}

function promptFor(video: AirPlayVideo, kind: RemotePlaybackControl['kind']): void {
  if (kind === 'airplay') video.webkitShowPlaybackTargetPicker?.()
  else video.remote.prompt().catch(() => {})
}

interface NowPlaying {
  readonly title: string
  readonly subtitle: string
  readonly artwork: string
}

interface Handlers {
  /** Reported only after the first frame: rendering the system's controls would delay it. */
  readonly isShown: boolean
  readonly actions: PlayerActions
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
}

export function useMediaSession(
  { title, subtitle, artwork }: NowPlaying,
  { isShown, actions, onNext, onPrevious }: Handlers,
): void {
  useEffect(() => {
    const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined
    if (!session || !isShown) return
    const src = artwork && new URL(artwork, location.href).href
    session.metadata = new MediaMetadata({ title, artist: subtitle, artwork: src ? [{ src }] : [] })
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | undefined>> = {
      play: actions.play,
      pause: actions.pause,
      seekbackward: ({ seekOffset }) => actions.skip(-(seekOffset ?? 10)),
      seekforward: ({ seekOffset }) => actions.skip(seekOffset ?? 10),
      seekto: ({ seekTime }) => actions.seekTo(seekTime ?? 0),
      nexttrack: onNext,
      previoustrack: onPrevious,
    }
    const names = Object.keys(handlers) as MediaSessionAction[]
    for (const name of names) listen(session, name, handlers[name] ?? null)
    return () => {
      for (const name of names) listen(session, name, null)
      session.metadata = null
    }
  }, [isShown, title, subtitle, artwork, actions, onNext, onPrevious])
}

function listen(session: MediaSession, name: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(name, handler)
  } catch {
    // The browser does not support this action.
  }
}
