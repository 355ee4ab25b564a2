import { useEffect } from 'react'
import type { PlayerActions } from './player-actions.ts'

export interface NowPlaying {
  readonly title: string
  readonly subtitle: string
  /** Image URL, 16:9. */
  readonly artwork: string
}

interface Handlers {
  /** Reported only after the first frame: rendering the system's controls would delay it. */
  readonly isShown: boolean
  readonly actions: PlayerActions
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
}

/** Publishes the title to the Media Session API and handles media keys, lock screen and headset buttons. */
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
