import type { Episode } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { EpisodePoints } from './markers.rules.ts'

/** The film as the player names it. */
export interface PlayableTitle {
  readonly title: string
  readonly subtitle: string
  /** 16:9. */
  readonly artwork: string
  /** Seconds; 0 while unknown. */
  readonly duration: number
  readonly points: EpisodePoints
  /** None for a trailer or a preview: no class notice then. */
  readonly restriction: Restriction | undefined
  readonly warning: string
  /** Not made yet: the order will say so, and nothing is asked before it. */
  readonly isPreparing: boolean
}

export interface EpisodeChoice {
  readonly list: readonly Episode[]
  /** The programGuid that plays. */
  readonly current: string
  readonly next: Episode | undefined
  readonly previous: Episode | undefined
  readonly choose: (episode: Episode) => void
}
