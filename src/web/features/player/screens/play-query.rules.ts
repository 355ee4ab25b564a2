import type { OrderKind } from '#contract/orders.ts'
import type { Episode, Program } from '#contract/programs.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import type { EpisodePoints } from '../controls/markers.rules.ts'

/** What the routes of SPEC 2 carry, read from their query. */
export interface PlayParams extends EpisodePoints {
  readonly programId: string
  readonly programGuid: string
  /** Seconds; 0 when none or nonsense was given. */
  readonly position: number
  readonly previewURL: string
  readonly kind: OrderKind
}

/** Reads a play route's query. */
export function readPlayQuery(query: URLSearchParams): PlayParams {
  const word = (name: string) => query.get(name) ?? ''
  const seconds = (name: string) => {
    const value = Number(word(name))
    return Number.isFinite(value) && value > 0 ? value : 0
  }
  return {
    programId: word('programId'),
    programGuid: word('programGuid'),
    position: seconds('position'),
    previewURL: word('previewURL'),
    kind: word('kind') === 'trailer' ? 'trailer' : 'movie',
    startShowPoint: seconds('startShowPoint'),
    startPosition: seconds('startPosition'),
    endPosition: seconds('endPosition'),
  }
}

/** The episode that a route means: by its id, else by its number. */
export function findEpisode(program: Program | undefined, guid: string, number: number): Episode | undefined {
  const list = program?.dramaList ?? []
  return list.find((episode) => episode.programGuid === guid) ?? list.find((episode) => episode.episode === number)
}

/** The address of an episode that a link to `/play` names, with the rest of its query; undefined for a movie. */
export function episodeAddress(program: Program | undefined, guid: string, query: URLSearchParams): string | undefined {
  const episode = program?.dramaList.find(({ programGuid }) => programGuid === guid)
  if (!episode) return undefined
  const rest = new URLSearchParams(query)
  rest.set('programGuid', guid)
  return `${PATHS.playDrama}/${episode.episode}?${rest}`
}
