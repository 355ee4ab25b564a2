import type { AudioChoice } from '../engine/audio.rules.ts'
import type { Quality } from '../engine/quality.rules.ts'
import { createContext, useContext } from 'react'
import type { PlayerText } from '#text/zh_HK/player.ts'
import type { ReadableStore } from '#web/kit/store.ts'
import type { MediaState } from '../engine/media-state.ts'
import type { PlaybackState } from '../engine/engine.ts'
import type { PlayerSettings } from '../engine/player-settings.ts'
import type { Episode } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { EpisodePoints } from './markers.rules.ts'

export interface PlayerActions {
  play(): void
  pause(): void
  toggle(): void
  retry(): void
  /** Closes a failure that does not keep the title from playing on. */
  dismissFailure(): void
  seekTo(seconds: number): void
  skip(seconds: number): void
  /** 0 to 1; anything above 0 also ends muting. */
  setVolume(volume: number): void
  toggleMute(): void
  setSpeed(speed: number): void
  stepSpeed(step: 1 | -1): void
  /** Plays at twice the speed while a finger is held, without changing the setting. */
  holdSpeed(isHeld: boolean): void
  toggleSubtitles(): void
  chooseSubtitle(lang: string): void
  /** A language above the first one; undefined: none. */
  chooseSecondSubtitle(lang: string | undefined): void
  setSubtitleLook(look: Partial<Pick<PlayerSettings, 'subtitleSize' | 'subtitleBackground'>>): void
  chooseAudio(audio: AudioChoice): void
  /** A rung that the device cannot play is not remembered: the failure offers another. */
  chooseQuality(quality: Quality): void
  toggleFullscreen(): void
  togglePip(): void
}

/** The layer that is open over the player; one at a time. */
export type Layer = 'subtitles' | 'quality' | 'speed' | 'episodes' | 'help' | null

/** The player as its controls see it. They know neither the engine nor the `<video>`. */
export interface PlayerShared {
  readonly state: ReadableStore<PlaybackState>
  readonly media: ReadableStore<MediaState>
  readonly settings: ReadableStore<PlayerSettings>
  readonly actions: PlayerActions
  readonly text: PlayerText
  /** BCP 47, for language names. */
  readonly lang: string
  readonly layer: Layer
  /** A private screening. `locked`: the sentence for a guest, whose host controls playback. */
  readonly room: { readonly locked: string | undefined } | undefined
  openLayer(layer: Layer): void
}

export const PlayerContext = createContext<PlayerShared | null>(null)

/** The player around this component. @throws outside of one. */
export function usePlayer(): PlayerShared {
  const shared = useContext(PlayerContext)
  if (!shared) throw new Error('outside a player')
  return shared
}

export interface PlayableTitle {
  readonly title: string
  readonly subtitle: string
  /** 16:9. */
  readonly artwork: string
  /** Seconds; 0 while unknown. */
  readonly duration: number
  readonly points: EpisodePoints
  /** Undefined for a trailer or a preview: no class notice is shown. */
  readonly restriction: Restriction | undefined
  readonly warning: string
  /** Not encoded yet: the order is refused, and no gate comes before it. */
  readonly isPreparing: boolean
}

export interface EpisodeChoice {
  readonly list: readonly Episode[]
  readonly current: string
  readonly next: Episode | undefined
  readonly previous: Episode | undefined
  readonly choose: (episode: Episode) => void
}
