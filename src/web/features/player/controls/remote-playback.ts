import { useEffect, useState } from 'react'

/** Safari's own interface of AirPlay (`webkitplaybacktargetavailabilitychanged` has the availability). */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void
}

type TargetEvent = Event & { availability?: string }
const AIRPLAY_EVENT = 'webkitplaybacktargetavailabilitychanged'

/** Playback on another screen: AirPlay in Safari, Cast and others by the Remote Playback API. */
export interface RemotePlaybackControl {
  readonly kind: 'airplay' | 'cast'
  /** Opens the browser's list of screens. */
  readonly prompt: () => void
}

/** The control of playback on another screen; undefined while the browser knows of no screen. */
export function useRemotePlayback(video: HTMLVideoElement): RemotePlaybackControl | undefined {
  const [kind, setKind] = useState<RemotePlaybackControl['kind']>()
  useEffect(() => watchScreens(video, setKind), [video])
  return kind && { kind, prompt: () => promptFor(video, kind) }
}

/** Calls back with the kind of screen that is available, and undefined when none is any more. Returns how to stop. */
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
  // Refused where the source cannot be played elsewhere, or the device does not look for screens.
  watching.catch(() => {})
  return () => {
    isOver = true
    watching.then((id) => remote.cancelWatchAvailability(id)).catch(() => {})
  }
}

function promptFor(video: AirPlayVideo, kind: RemotePlaybackControl['kind']): void {
  if (kind === 'airplay') video.webkitShowPlaybackTargetPicker?.()
  // Dismissed, or no screen was found: playback goes on here.
  else video.remote.prompt().catch(() => {})
}
