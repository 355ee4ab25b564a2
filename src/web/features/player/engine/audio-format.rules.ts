import { type LanguageNames, languageName, nameInItself } from '#contract/language-names.ts'
import type { PreferredAudio } from './engine.ts'

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
