import { type LanguageNames, languageName, nameInItself } from '#contract/language-names.ts'

/** A sound track: its language (BCP 47), the operator's name for it and how many channels it has. */
export interface AudioChoice {
  readonly id: number
  readonly lang: string
  readonly name: string
  readonly channels: number
  /** Its codec as in the playlist (RFC 6381): `mp4a.40.2`, `ec-3`; empty where that does not say. */
  readonly codec: string
}

/**
 * The sound that was chosen last: its language, the name that the playlist gives it and its channels. Where a title has no
 * such track, the nearest one plays. Choices of earlier releases lack the name, or the channels too.
 */
export interface PreferredAudio {
  readonly lang: string
  readonly name: string | undefined
  readonly channels: number | undefined
}

/** The formats of sound that have a name of their own, by their codec (RFC 6381). */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^ec-3/, 'Dolby Digital Plus'],
  [/^ac-3/, 'Dolby Digital'],
  [/^mp4a/, 'AAC'],
  [/^opus/i, 'Opus'],
  [/^flac/i, 'FLAC'],
]

/** The name of a sound format; empty for one without. */
export const audioFormat = (codec: string): string => FORMATS.find(([shape]) => shape.test(codec))?.[1] ?? ''

/** The channels as they are called: `5.1` of six; undefined for stereo and mono. */
export const surroundName = (channels: number): string | undefined => (channels > 2 ? `${channels - 1}.1` : undefined)

/**
 * The name of a track in the viewer's language. The playlist names it in its own language, followed by what tells it from
 * others of that language, which is kept: `English 2` is 英語 2. Another name stays as it is.
 */
export function audioName({ lang, name }: { lang: string; name: string }, names: LanguageNames): string {
  const tag = lang || 'und'
  const own = nameInItself(tag)
  if (name !== '' && !name.startsWith(own)) return name
  return `${languageName(tag, names)}${name.slice(own.length)}`
}

/**
 * What hls.js looks for among the tracks of a title: one of the language, with the name where it has one of that name.
 * Channels that no track has are left out of account by hls.js itself.
 */
export function audioPreference(
  { lang, name, channels }: PreferredAudio,
  tracks: readonly { lang?: string; name: string }[],
): { lang: string; name?: string; channels?: string } {
  const isNamed = tracks.some((track) => track.lang === lang && track.name === name)
  return { lang, ...(name && isNamed && { name }), ...(channels && { channels: String(channels) }) }
}

const VARIANT = '#EXT-X-STREAM-INF:'
const codecsOf = (line: string) => /CODECS="([^"]*)"/.exec(line)?.[1] ?? ''
const rateOf = (line: string) => Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0)

/**
 * Gives variants of one picture whose sound differs in nothing but its group (stereo and 5.1 in AAC) the same bit rate, that of the
 * highest. hls.js takes such variants as one level with several audio groups. Otherwise its automatic quality moves between the
 * groups and replaces the chosen track by another of the same language. A media playlist stays as it is.
 */
export function alignAudioGroups(playlist: string): string {
  if (!playlist.includes(VARIANT)) return playlist
  const lines = playlist.split('\n')
  const keyAt = (at: number) => `${codecsOf(lines[at]!)} ${lines[at + 1]}`
  const highest = new Map<string, number>()
  lines.forEach((line, at) => {
    if (line.startsWith(VARIANT)) highest.set(keyAt(at), Math.max(highest.get(keyAt(at)) ?? 0, rateOf(line)))
  })
  return lines
    .map((line, at) =>
      line.startsWith(VARIANT) ? line.replace(/([:,]BANDWIDTH=)\d+/, `$1${highest.get(keyAt(at))}`) : line,
    )
    .join('\n')
}
