import { nameInItself } from '#contract/language-names.ts'
import { AUDIO_KINDS, SEQUENCE_STRIDE, subtitleName } from './hls.rules.ts'
import { type StoredTracks, type VideoTrack, constantRate } from './media-model.ts'

type Attributes = ReadonlyMap<string, string>

const attributesOf = (line: string): Attributes =>
  new Map(
    [...line.slice(line.indexOf(':') + 1).matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(
      ([, name = '', quoted, plain = '']) => [name, quoted ?? plain],
    ),
  )

const folderOf = (uri: string): string => uri.slice(0, uri.indexOf('/'))

/** Reads a playlist of `masterPlaylist`. */
export function readMaster(playlist: string): StoredTracks {
  const lines = playlist.split('\n')
  const media = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:')).map(attributesOf)
  const variants = lines.flatMap((line, at) =>
    line.startsWith('#EXT-X-STREAM-INF:') ? [{ of: attributesOf(line), name: folderOf(lines[at + 1] ?? '') }] : [],
  )
  return { video: videoOf(variants), audio: audioOf(media), subtitles: subtitlesOf(media) }
}

/** Largest first. */
function videoOf(variants: readonly { of: Attributes; name: string }[]): StoredTracks['video'] {
  const tracks = new Map<string, StoredTracks['video'][number]>()
  for (const { of, name } of variants) {
    const [width = 0, height = 0] = (of.get('RESOLUTION') ?? '').split('x').map(Number)
    // Three decimals of a standard rate.
    const frameRate = constantRate({ num: Math.round(Number(of.get('FRAME-RATE')) * 1000), den: 1000 })
    tracks.set(name, { name, width, height, frameRate, range: (of.get('VIDEO-RANGE') ?? 'SDR') as VideoTrack['range'] })
  }
  return [...tracks.values()].toSorted((a, b) => b.width * b.height - a.width * a.height)
}

/** Each group has the renditions of all streams in one order, in stereo where a stream has none of its kind. */
function audioOf(media: readonly Attributes[]): StoredTracks['audio'] {
  const tracks = new Map<string, StoredTracks['audio'][number]>()
  for (const kind of AUDIO_KINDS) {
    const group = media.filter((of) => of.get('TYPE') === 'AUDIO' && of.get('GROUP-ID') === kind)
    for (const [stream, of] of group.entries()) {
      const name = folderOf(of.get('URI') ?? '')
      if (tracks.has(name)) continue
      const language = of.get('LANGUAGE') ?? 'und'
      const channels = of.get('CHANNELS') ?? '2'
      tracks.set(name, {
        name,
        kind,
        stream,
        language,
        label: null,
        shownAs: ownName(of.get('NAME') ?? '', nameInItself(language)),
        isDefault: of.get('DEFAULT') === 'YES',
        channels: parseInt(channels),
        isAtmos: channels.endsWith('/JOC'),
      })
    }
  }
  return [...tracks.values()].toSorted((a, b) => a.stream - b.stream)
}

function subtitlesOf(media: readonly Attributes[]): StoredTracks['subtitles'] {
  return media
    .filter((of) => of.get('TYPE') === 'SUBTITLES')
    .map((of) => {
      const language = of.get('LANGUAGE') ?? 'und'
      const shownAs = ownName(of.get('NAME') ?? '', subtitleName(language))
      return { language, shownAs, isDefault: of.get('DEFAULT') === 'YES' }
    })
}

/** Null: it is called by its language, also when that changes. */
const ownName = (name: string, byLanguage: string): string | null => (name === byLanguage ? null : name)

export interface StoredMediaPlaylist {
  /** Of the track in its asset, from which its initialization vectors follow. */
  readonly number: number
  readonly seconds: readonly number[]
}

/** Reads a playlist of `mediaPlaylist`. */
export function readMediaPlaylist(playlist: string): StoredMediaPlaylist {
  const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(playlist)?.[1] ?? 0)
  const seconds = [...playlist.matchAll(/^#EXTINF:([\d.]+),$/gm)].map(([, length]) => Number(length))
  return { number: Math.floor(first / SEQUENCE_STRIDE), seconds }
}
