import type { PlaybackKind } from '#contract/playback.ts'
import type { Episode, Program } from '#contract/programs.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import type { EpisodePoints } from '../controls/markers.rules.ts'

/** The query of SPEC 2's play routes. */
export interface PlayParams extends EpisodePoints {
  readonly programId: string
  readonly programGuid: string
  readonly position: number
  readonly previewURL: string
  readonly kind: PlaybackKind
}

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

export function findEpisode(program: Program | undefined, guid: string, number: number): Episode | undefined {
  const list = program?.dramaList ?? []
  return list.find((episode) => episode.programGuid === guid) ?? list.find((episode) => episode.episode === number)
}

/** Where a link to `/play` names an episode; undefined for a movie. */
export function episodeAddress(program: Program | undefined, guid: string, query: URLSearchParams): string | undefined {
  const episode = program?.dramaList.find(({ programGuid }) => programGuid === guid)
  if (!episode) return undefined
  const rest = new URLSearchParams(query)
  rest.set('programGuid', guid)
  return `${PATHS.playDrama}/${episode.episode}?${rest}`
}
