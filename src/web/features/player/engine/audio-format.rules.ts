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
