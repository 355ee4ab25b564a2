import { languageName } from './languages.rules.ts'
import type { AudioKind } from './media-model.ts'
import type { AudioTrack, ClearPackage, SegmentIndex, SubtitleTrack, VideoTrack } from './package-model.ts'

/**
 * Each track's media sequence begins this far from the next one's. The IV of a segment is its media sequence number
 * (RFC 8216 5.2), so no IV repeats under an asset's key; a track of two-second segments lasts 23 days before it would.
 */
export const SEQUENCE_STRIDE = 1_000_000

/** AES pads to whole blocks, always by at least one byte. */
export const encryptedBytes = (clear: number): number => (Math.floor(clear / 16) + 1) * 16

/** The IV of a segment: its media sequence number as 128 bits, big-endian. */
export function segmentIv(track: number, segment: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(track * SEQUENCE_STRIDE + segment), 8)
  return iv
}

/** A segment's file: 00001.m4s is the first. */
export const segmentName = (segment: number): string => `${String(segment + 1).padStart(5, '0')}.m4s`

type Track = VideoTrack | AudioTrack

const secondsOf = (track: Track, [, ticks]: SegmentIndex) => ticks / track.timescale

/** A track's peak and average, in bits a second, as its encrypted segments really are. */
export function bandwidthOf(track: Track): { peak: number; average: number } {
  const total = track.segments.reduce((sum, segment) => sum + secondsOf(track, segment), 0)
  const bits = track.segments.reduce((sum, [bytes]) => sum + encryptedBytes(bytes) * 8, 0)
  const longest = Math.max(...track.segments.map((segment) => secondsOf(track, segment)))
  // RFC 8216 4.1: the peak is of stretches of at least half the target; a last crumb of a segment says nothing.
  const rates = track.segments
    .filter((segment) => secondsOf(track, segment) >= longest / 2)
    .map((segment) => (encryptedBytes(segment[0]) * 8) / secondsOf(track, segment))
  return { peak: Math.ceil(Math.max(...rates)), average: Math.ceil(bits / total) }
}

/** The playlist of one video or sound track. `number` is the track's place in its package. */
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

/** The playlist of a text track: the whole file as one segment. */
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

const KINDS: AudioKind[] = ['aac', 'aac51', 'ec3', 'ac3']

/** The sound offered as one group: each source stream in this kind, or in stereo where it has no such form. */
function groupOf(audio: AudioTrack[], kind: AudioKind): AudioTrack[] {
  const streams = [...new Set(audio.map((track) => track.stream))]
  return streams.flatMap((stream) => {
    const forms = audio.filter((track) => track.stream === stream)
    return forms.find((track) => track.kind === kind) ?? forms.find((track) => track.kind === 'aac') ?? []
  })
}

/** Names for a menu, no two alike within their group (RFC 8216 4.3.4.1.1). */
function namesOf(tracks: AudioTrack[]): string[] {
  const plain = tracks.map((track) => languageName(track.language))
  const full = tracks.map((track, at) =>
    plain.indexOf(plain[at]!) === plain.lastIndexOf(plain[at]!)
      ? plain[at]!
      : `${plain[at]} ${track.label ?? ''}`.trim(),
  )
  return full.map((name, at) => (full.indexOf(name) === at ? name : `${name} ${at + 1}`))
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

function subtitleLine({ language }: SubtitleTrack, at: number): string {
  const list = {
    TYPE: 'SUBTITLES',
    'GROUP-ID': quoted('sub'),
    NAME: quoted(languageName(language)),
    LANGUAGE: quoted(language),
    DEFAULT: at === 0 ? 'YES' : 'NO',
    AUTOSELECT: 'YES',
    FORCED: 'NO',
    URI: quoted(`sub-${language}/index.m3u8`),
  }
  return `#EXT-X-MEDIA:${attributes(list)}`
}

/** A player that takes the first variant starts on a fair picture: 720 lines or the next below, then the others upwards. */
function startOrder(video: VideoTrack[]): VideoTrack[] {
  const upwards = video.toReversed()
  const start = upwards.findLast((track) => Math.min(track.width, track.height) <= 720) ?? upwards[0]!
  return [start, ...upwards.filter((track) => track !== start)]
}

/** The master playlist: every rung with every kind of sound, rates measured on the segments as they are. */
export function masterPlaylist({ video, audio, subtitles }: ClearPackage): string {
  const kinds = KINDS.filter((kind) => audio.some((track) => track.kind === kind))
  const groups = kinds.map((kind) => ({ kind, tracks: groupOf(audio, kind) }))
  const media = groups.flatMap(({ kind, tracks }) => {
    const names = namesOf(tracks)
    return tracks.map((track, at) => audioLine(kind, track, names[at]!))
  })
  const offered = groups.length > 0 ? groups : [{ kind: null, tracks: [] }]
  const variants = offered.flatMap(({ kind, tracks }) =>
    startOrder(video).flatMap((track) => {
      const sound = tracks.map(bandwidthOf)
      const own = bandwidthOf(track)
      const codecs = [track.codec, ...new Set(tracks.map(({ codec }) => codec))]
      const list = {
        BANDWIDTH: own.peak + Math.max(0, ...sound.map(({ peak }) => peak)),
        'AVERAGE-BANDWIDTH': own.average + Math.max(0, ...sound.map(({ average }) => average)),
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
  return [...head, ...media, ...subtitles.map(subtitleLine), ...variants, ''].join('\n')
}
