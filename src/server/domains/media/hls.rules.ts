import { nameInItself, UNKNOWN_SUBTITLES } from '#contract/language-names.ts'
import type { AudioKind, AudioTrack, ClearPackage, SegmentIndex, SubtitleTrack, VideoTrack } from './media-model.ts'

/** First media sequence number of a track. IVs are sequence numbers (RFC 8216 5.2), so none repeats under an asset's key. */
export const SEQUENCE_STRIDE = 1_000_000

/** AES-CBC padding adds 1 to 16 bytes. */
export const encryptedBytes = (clear: number): number => (Math.floor(clear / 16) + 1) * 16

/** The media sequence number, 128-bit big-endian. */
export function segmentIv(track: number, segment: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(track * SEQUENCE_STRIDE + segment), 8)
  return iv
}

export const segmentName = (segment: number): string => `${String(segment + 1).padStart(5, '0')}.m4s`

type Track = VideoTrack | AudioTrack

const secondsOf = (track: Track, [, ticks]: SegmentIndex) => ticks / track.timescale

/** Bit/s, measured on encrypted segments. */
export function bandwidthOf(track: Track): { peak: number; average: number } {
  const total = track.segments.reduce((sum, segment) => sum + secondsOf(track, segment), 0)
  const bits = track.segments.reduce((sum, [bytes]) => sum + encryptedBytes(bytes) * 8, 0)
  const longest = Math.max(...track.segments.map((segment) => secondsOf(track, segment)))
  // RFC 8216 4.1: segments shorter than half the target duration do not count.
  const rates = track.segments
    .filter((segment) => secondsOf(track, segment) >= longest / 2)
    .map((segment) => (encryptedBytes(segment[0]) * 8) / secondsOf(track, segment))
  const average = Math.ceil(bits / total)
  // A short last segment can have the highest rate.
  return { peak: Math.max(average, Math.ceil(Math.max(...rates))), average }
}

/** `number`: index of the track in its package. */
export function mediaPlaylist(track: Track, number: number): string {
  const durations = track.segments.map((segment) => secondsOf(track, segment))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(Math.max(...durations)))}`,
    `#EXT-X-MEDIA-SEQUENCE:${number * SEQUENCE_STRIDE}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXT-X-KEY:METHOD=AES-128,URI="../key"',
    ...durations.flatMap((seconds, segment) => [`#EXTINF:${seconds.toFixed(6)},`, segmentName(segment)]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

export function subtitlePlaylist(file: string, seconds: number): string {
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`, '#EXT-X-MEDIA-SEQUENCE:0']
  return [...head, '#EXT-X-PLAYLIST-TYPE:VOD', `#EXTINF:${seconds.toFixed(3)},`, file, '#EXT-X-ENDLIST', ''].join('\n')
}

const quoted = (text: string) => `"${text.replace(/["\r\n]/g, ' ').trim()}"`

const attributes = (list: Record<string, string | number | null>) =>
  Object.entries(list)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

export const AUDIO_KINDS: readonly AudioKind[] = ['aac', 'aac51', 'ec3', 'ac3']

function groupOf(audio: AudioTrack[], kind: AudioKind): AudioTrack[] {
  const streams = [...new Set(audio.map((track) => track.stream))]
  return streams.flatMap((stream) => {
    const renditions = audio.filter((track) => track.stream === stream)
    return renditions.find((track) => track.kind === kind) ?? renditions.find((track) => track.kind === 'aac') ?? []
  })
}

/** Unique within their group (RFC 8216 4.3.4.1.1). */
function namesOf(tracks: AudioTrack[]): string[] {
  const languages = tracks.map((track) => nameInItself(track.language))
  return distinct(
    tracks.map(({ shownAs, label }, index) => {
      const language = languages[index]!
      const isOnly = languages.indexOf(language) === languages.lastIndexOf(language)
      return shownAs ?? (isOnly ? language : `${language} ${label ?? ''}`.trim())
    }),
  )
}

function distinct(labels: readonly string[]): string[] {
  const names: string[] = []
  for (const label of labels) names.push(freeName(label, names))
  return names
}

/** Of a track that no operator has named. */
export const subtitleName = (language: string): string =>
  language === 'und' ? UNKNOWN_SUBTITLES.zh_HK : nameInItself(language)

function freeName(label: string, taken: readonly string[]): string {
  for (let number = 2, name = label; ; number += 1) {
    if (!taken.includes(name)) return name
    name = `${label} ${number}`
  }
}

function audioLine(group: AudioKind, track: AudioTrack, name: string): string {
  const list = {
    TYPE: 'AUDIO',
    'GROUP-ID': quoted(group),
    NAME: quoted(name),
    LANGUAGE: track.language === 'und' ? null : quoted(track.language),
    DEFAULT: track.isDefault ? 'YES' : 'NO',
    AUTOSELECT: 'YES',
    CHANNELS: quoted(track.isAtmos ? '16/JOC' : String(track.channels)),
    URI: quoted(`${track.name}/index.m3u8`),
  }
  return `#EXT-X-MEDIA:${attributes(list)}`
}

function subtitleLines(subtitles: readonly SubtitleTrack[]): string[] {
  const names = distinct(subtitles.map(({ language, shownAs }) => shownAs ?? subtitleName(language)))
  const chosen = Math.max(
    0,
    subtitles.findIndex(({ isDefault }) => isDefault),
  )
  return subtitles.map(({ language }, at) => subtitleLine(language, { name: names[at]!, isDefault: at === chosen }))
}

function subtitleLine(language: string, { name, isDefault }: { name: string; isDefault: boolean }): string {
  const list = {
    TYPE: 'SUBTITLES',
    'GROUP-ID': quoted('sub'),
    NAME: quoted(name),
    LANGUAGE: quoted(language),
    DEFAULT: isDefault ? 'YES' : 'NO',
    AUTOSELECT: 'YES',
    FORCED: 'NO',
    URI: quoted(`sub-${language}/index.m3u8`),
  }
  return `#EXT-X-MEDIA:${attributes(list)}`
}

/** Players start on the first variant: 720p or the next lower rung. The others ascend. */
function startOrder(video: VideoTrack[]): VideoTrack[] {
  const ascending = video.toReversed()
  const start = ascending.findLast((track) => Math.min(track.width, track.height) <= 720) ?? ascending[0]!
  return [start, ...ascending.filter((track) => track !== start)]
}

export type Tracks = Pick<ClearPackage, 'video' | 'audio' | 'subtitles'>

export function masterPlaylist({ video, audio, subtitles }: Tracks): string {
  const kinds = AUDIO_KINDS.filter((kind) => audio.some((track) => track.kind === kind))
  const groups = kinds.map((kind) => ({ kind, tracks: groupOf(audio, kind) }))
  const media = groups.flatMap(({ kind, tracks }) => {
    const names = namesOf(tracks)
    return tracks.map((track, at) => audioLine(kind, track, names[at]!))
  })
  const audioGroups = groups.length > 0 ? groups : [{ kind: null, tracks: [] }]
  const variants = audioGroups.flatMap(({ kind, tracks }) =>
    startOrder(video).flatMap((track) => {
      const audioRates = tracks.map(bandwidthOf)
      const videoRates = bandwidthOf(track)
      const codecs = [track.codec, ...new Set(tracks.map(({ codec }) => codec))]
      const list = {
        BANDWIDTH: videoRates.peak + Math.max(0, ...audioRates.map(({ peak }) => peak)),
        'AVERAGE-BANDWIDTH': videoRates.average + Math.max(0, ...audioRates.map(({ average }) => average)),
        CODECS: quoted(codecs.join(',')),
        RESOLUTION: `${track.width}x${track.height}`,
        'FRAME-RATE': (track.frameRate.num / track.frameRate.den).toFixed(3),
        'VIDEO-RANGE': track.range,
        AUDIO: kind && quoted(kind),
        SUBTITLES: subtitles.length > 0 ? quoted('sub') : null,
        'CLOSED-CAPTIONS': 'NONE',
      }
      return [`#EXT-X-STREAM-INF:${attributes(list)}`, `${track.name}/index.m3u8`]
    }),
  )
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  return [...head, ...media, ...subtitleLines(subtitles), ...variants, ''].join('\n')
}
