import type { Episode } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { EpisodePoints } from './markers.rules.ts'

/** The title as the player shows it. */
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
  /** The programGuid that plays. */
  readonly current: string
  readonly next: Episode | undefined
  readonly previous: Episode | undefined
  readonly choose: (episode: Episode) => void
}
