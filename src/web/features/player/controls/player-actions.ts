import type { PlayerActions } from './player-context.ts'
import { stepSpeed } from './keys.rules.ts'
import type { Playback } from '../engine/engine.ts'
import { playerSettings } from '../engine/player-settings.ts'

export function createActions(playback: Playback): PlayerActions {
  const { video } = playback
  const seekTo = (seconds: number) => {
    const end = Number.isFinite(video.duration) ? video.duration : 0
    if (end > 0) video.currentTime = Math.min(Math.max(0, seconds), Math.max(0, end - 0.1))
  }
  return {
    play: playback.play,
    pause: () => video.pause(),
    retry: playback.retry,
    dismissFailure() {
      playback.state.set({ failure: null })
      playback.play()
    },
    toggle() {
      if (video.paused || video.ended) playback.play()
      else video.pause()
    },
    seekTo,
    // At the end there is nothing to skip forward to.
    skip: (seconds) => (video.ended && seconds > 0 ? undefined : seekTo(video.currentTime + seconds)),
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
    holdSpeed(isHeld) {
      video.playbackRate = isHeld ? HELD_SPEED : playerSettings.get().speed
    },
    toggleSubtitles() {
      const { subtitle } = playerSettings.get()
      playerSettings.set({ subtitle: subtitle === 'off' ? lastSubtitle : 'off' })
      if (subtitle !== 'off') lastSubtitle = subtitle
    },
    chooseSubtitle: (lang) => playerSettings.set({ subtitle: lang }),
    chooseSecondSubtitle: (lang) => playerSettings.set({ secondSubtitle: lang }),
    setSubtitleLook: (look) => playerSettings.set(look),
    chooseAudio({ id, lang, name, channels }) {
      playback.setAudio(id)
      playerSettings.set({ audioLang: lang, audioName: name, audioChannels: channels })
    },
    chooseQuality(quality) {
      const { rungs } = playback.state.get()
      const isPlayable =
        typeof quality !== 'number' || rungs.some(({ height, playable }) => height === quality && playable)
      if (isPlayable) playerSettings.set({ quality })
      playback.setQuality(quality)
    },
    toggleFullscreen: () => void toggleFullscreen(video),
    togglePip: () => void togglePip(video),
  }
}

export const HELD_SPEED = 2

/** The language to return to when captions are switched on again. */
let lastSubtitle: string | undefined

interface OldVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}
interface LockableOrientation {
  lock?: (orientation: 'landscape') => Promise<void>
}

/** The whole page, so that dialogs and toasts stay above the video. An iPhone only supports its own player. */
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
    // The browser may refuse either; playback continues as it is.
  }
}

async function togglePip(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // Refused before the first frame, or by policy: nothing to report.
  }
}
