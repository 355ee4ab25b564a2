import { createContext, useContext } from 'react'
import type { PlayerText } from '#text/zh_HK/player.ts'
import type { MediaState } from '../engine/media-state.ts'
import type { Playback } from '../engine/playback.ts'
import type { PlayerActions } from '../engine/player-actions.ts'
import type { Store } from '#web/kit/store.ts'

/** The layer that is open over the player; one at a time. */
export type Layer = 'subtitles' | 'quality' | 'speed' | 'episodes' | 'help' | null

/** What every part of the player shares. */
export interface PlayerShared {
  readonly playback: Playback
  readonly media: Store<MediaState>
  readonly actions: PlayerActions
  readonly text: PlayerText
  /** BCP 47, for language names. */
  readonly lang: string
  readonly layer: Layer
  /** Opens a layer, or closes it when it is the one that is open. */
  openLayer(layer: Layer): void
}

export const PlayerContext = createContext<PlayerShared | null>(null)

/** The player around this component. */
export function usePlayer(): PlayerShared {
  const shared = useContext(PlayerContext)
  if (!shared) throw new Error('outside a player')
  return shared
}
