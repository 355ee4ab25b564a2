import { stepSpeed } from './keys.rules.ts'
import type { Playback } from './playback.ts'
import { playerSettings } from './player-settings.ts'

/** What a viewer can do to a film, by any key, button or gesture. */
export interface PlayerActions {
  toggle(): void
  seekTo(seconds: number): void
  skip(seconds: number): void
  /** 0 to 1; anything above 0 also ends muting. */
  setVolume(volume: number): void
  toggleMute(): void
  setSpeed(speed: number): void
  stepSpeed(step: 1 | -1): void
  toggleSubtitles(): void
  toggleFullscreen(): void
  togglePip(): void
}

/** The actions on one playback. */
export function createActions(playback: Playback): PlayerActions {
  const { video } = playback
  const seekTo = (seconds: number) => {
    const end = Number.isFinite(video.duration) ? video.duration : 0
    if (end > 0) video.currentTime = Math.min(Math.max(0, seconds), Math.max(0, end - 0.1))
  }
  return {
    toggle() {
      if (video.paused || video.ended) playback.play()
      else video.pause()
    },
    seekTo,
    skip: (seconds) => seekTo(video.currentTime + seconds),
    setVolume(volume) {
      const rounded = Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100
      playerSettings.set({ volume: rounded, muted: rounded === 0 })
    },
    toggleMute() {
      const { muted, volume } = playerSettings.get()
      playerSettings.set({ muted: !muted, volume: muted && volume === 0 ? 0.5 : volume })
    },
    setSpeed: (speed) => playerSettings.set({ speed }),
    stepSpeed: (step) => playerSettings.set({ speed: stepSpeed(playerSettings.get().speed, step) }),
    toggleSubtitles() {
      const first = playback.state.get().order?.subtitles[0]?.lang
      const { subtitle } = playerSettings.get()
      playerSettings.set({ subtitle: subtitle === 'off' ? (lastSubtitle ?? first) : 'off' })
      if (subtitle !== 'off') lastSubtitle = subtitle
    },
    toggleFullscreen: () => void toggleFullscreen(video),
    togglePip: () => void togglePip(video),
  }
}

/** The language that comes back when subtitles are switched on again. */
let lastSubtitle: string | undefined

interface OldVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}
interface LockableOrientation {
  lock?: (orientation: 'landscape') => Promise<void>
}

/** The whole page goes full screen, so that dialogs and toasts stay above the film; an iPhone can only do its own. */
async function toggleFullscreen(video: OldVideo): Promise<void> {
  try {
    if (document.fullscreenElement) {
      await document.exitFullscreen()
      return
    }
    if (!document.fullscreenEnabled) {
      video.webkitEnterFullscreen?.()
      return
    }
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    const orientation: LockableOrientation | undefined = screen.orientation as LockableOrientation | undefined
    if (matchMedia('(pointer: coarse)').matches) await orientation?.lock?.('landscape')
  } catch {
    // The browser may refuse either; the film plays on as it is.
  }
}

async function togglePip(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // Refused without a picture yet, or by policy: nothing to tell.
  }
}
