import { type LanguageNames, languageName, nameInItself } from '#contract/language-names.ts'

export interface AudioChoice {
  readonly id: number
  readonly lang: string
  readonly name: string
  readonly channels: number
  /** Its codec as in the playlist (RFC 6381): `mp4a.40.2`, `ec-3`; empty where that does not say. */
  readonly codec: string
}

/** The last choice. Without such a track the nearest one plays. Choices of earlier releases lack name and channels. */
export interface PreferredAudio {
  readonly lang: string
  readonly name: string | undefined
  readonly channels: number | undefined
}

const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^ec-3/, 'Dolby Digital Plus'],
  [/^ac-3/, 'Dolby Digital'],
  [/^mp4a/, 'AAC'],
  [/^opus/i, 'Opus'],
  [/^flac/i, 'FLAC'],
]

export const audioFormat = (codec: string): string => FORMATS.find(([shape]) => shape.test(codec))?.[1] ?? ''

/** `5.1` for six channels; undefined for stereo and mono. */
export const surroundName = (channels: number): string | undefined => (channels > 2 ? `${channels - 1}.1` : undefined)

/** In the viewer's language; what tells two tracks apart is kept (`English 2` → 英語 2). Another name stays as it is. */
export function audioName({ lang, name }: { lang: string; name: string }, names: LanguageNames): string {
  const tag = lang || 'und'
  const own = nameInItself(tag)
  if (name !== '' && name !== own && !name.startsWith(`${own} `)) return name
  return `${languageName(tag, names)}${name.slice(own.length)}`
}

/** What hls.js looks for among the tracks. It ignores channels that no track has. */
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
 * Gives variants that differ only in their audio group the same (highest) bit rate: hls.js then takes them as one level.
 * Otherwise its automatic quality moves between groups and replaces the chosen track. Media playlists stay as they are.
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
