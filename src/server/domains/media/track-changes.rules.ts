import type { IngestNote } from '#contract/ingest.ts'
import { bySubtitleOrder } from './languages.rules.ts'
import { IngestError } from './media-errors.ts'
import type {
  AddedTrack,
  AudioTrack,
  DefaultTracks,
  KeptTracks,
  ListedTrack,
  StoredTracks,
  SubtitleTrack,
  TrackChange,
  TrackLabel,
} from './media-model.ts'

const subtitleId = (language: string): string => `sub-${language}`
const languageOfId = (trackId: string): string | undefined => /^sub-(.+)$/.exec(trackId)?.[1]

/** The tracks as an operator sees them. */
export function tracksOf({ audio, subtitles }: Pick<StoredTracks, 'audio' | 'subtitles'>): ListedTrack[] {
  const heads = audio.filter(({ stream }, at) => audio.findIndex((other) => other.stream === stream) === at)
  return [
    ...heads.map(({ name, stream, language, shownAs, isDefault }) => {
      const renditions = audio.filter((track) => track.stream === stream)
      return {
        trackId: name,
        kind: 'audio' as const,
        language,
        name: shownAs ?? null,
        isDefault,
        channels: Math.max(...renditions.map(({ channels }) => channels)),
        isAtmos: renditions.some(({ isAtmos }) => isAtmos),
      }
    }),
    ...subtitles.map(({ language, shownAs, isDefault = false }) => ({
      trackId: subtitleId(language),
      kind: 'subtitle' as const,
      language,
      name: shownAs ?? null,
      isDefault,
      channels: null,
      isAtmos: false,
    })),
  ]
}

/** The languages of an asset's subtitles after a change; the same one twice cannot be. */
export function subtitleLanguagesAfter(
  languages: readonly string[],
  { remove, labels }: Pick<TrackChange, 'remove' | 'labels'>,
  added: readonly AddedTrack[],
): string[] {
  const kept = languages
    .filter((language) => !remove.includes(subtitleId(language)))
    .map((language) => labels.find(({ trackId }) => trackId === subtitleId(language))?.language ?? language)
  return [...kept, ...added.flatMap(({ kind, language }) => (kind === 'subtitle' ? language : []))]
}

export const isSubtitleId = (trackId: string): boolean => languageOfId(trackId) !== undefined

/** What stays, with its new labels. @throws TRACK_UNKNOWN */
export function keptTracks(stored: StoredTracks, { remove, labels }: TrackChange): KeptTracks {
  const known = new Set(tracksOf(stored).map(({ trackId }) => trackId))
  const unknown = [...remove, ...labels.map(({ trackId }) => trackId)].find((trackId) => !known.has(trackId))
  if (unknown !== undefined) throw new IngestError('TRACK_UNKNOWN', { detail: unknown })
  const headOf = (stream: number) => stored.audio.find((track) => track.stream === stream)!.name
  const labelOf = (trackId: string) => labels.find((label) => label.trackId === trackId)
  const audio = stored.audio.flatMap((track) => {
    const trackId = headOf(track.stream)
    return remove.includes(trackId) ? [] : [relabelled(track, labelOf(trackId))]
  })
  const subtitles = stored.subtitles.flatMap((track) => {
    const trackId = subtitleId(track.language)
    return remove.includes(trackId) ? [] : [{ ...relabelled(track, labelOf(trackId)), from: track.language }]
  })
  return { audio, subtitles }
}

const relabelled = <T extends { language: string; shownAs?: string | null; isDefault?: boolean }>(
  track: T,
  label: TrackLabel | undefined,
): T => (label ? { ...track, language: label.language, shownAs: label.name, isDefault: label.isDefault } : track)

/** One sound and one subtitle: what the operator chose, else what was, else the first. */
export function defaultsOf(
  tracks: {
    readonly audio: readonly Pick<AudioTrack, 'stream' | 'isDefault' | 'name'>[]
    readonly subtitles: readonly Omit<SubtitleTrack, 'file'>[]
  },
  chosen: { readonly audio: string | undefined; readonly subtitle: string | undefined },
): DefaultTracks {
  const { audio } = tracks
  const sound = audio.find(({ name }) => name === chosen.audio) ?? audio.find(({ isDefault }) => isDefault) ?? audio[0]
  const subtitles = tracks.subtitles.toSorted((a, b) => bySubtitleOrder(a.language, b.language))
  const text =
    subtitles.find(({ language }) => language === chosen.subtitle) ??
    subtitles.find(({ isDefault }) => isDefault) ??
    subtitles[0]
  return { stream: sound?.stream, language: text?.language }
}

/** Of the film's length: a file that differs by more belongs to another film. */
const OTHER_FILM_SHARE = 0.1
const OTHER_FILM_SECONDS = 10
/** A difference that is told. */
const TOLD_SECONDS = 1

/** Sound that is longer ends with the film; shorter sound is followed by silence. @throws AUDIO_LENGTH */
export function checkSoundLength(found: number, film: number): IngestNote[] {
  const difference = Math.abs(found - film)
  const params = { found: Math.round(found), limit: Math.round(film) }
  if (difference > Math.max(OTHER_FILM_SECONDS, film * OTHER_FILM_SHARE)) throw new IngestError('AUDIO_LENGTH', params)
  return difference > TOLD_SECONDS ? [{ code: 'OTHER_LENGTH', params }] : []
}
