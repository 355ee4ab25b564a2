import type {
  AudioStreamFacts,
  ColourMatrix,
  DolbyVision,
  Rational,
  SourceFacts,
  SourcePacket,
  SubtitleStreamFacts,
  VideoRange,
  VideoStreamFacts,
} from '#server/domains/media/ports.ts'
import { DEEP_PROBE, inputArgs } from './input-args.rules.ts'

type SideData = Record<string, unknown> & { side_data_type?: string }

/** Of ffprobe's JSON. */
type ProbedStream = {
  index: number
  codec_type?: string
  codec_name?: string
  codec_tag_string?: string
  profile?: string
  level?: number
  width?: number
  height?: number
  sample_aspect_ratio?: string
  pix_fmt?: string
  field_order?: string
  color_transfer?: string
  color_space?: string
  color_range?: string
  r_frame_rate?: string
  avg_frame_rate?: string
  duration?: string
  start_time?: string
  nb_frames?: string
  channels?: number
  sample_rate?: string
  bit_rate?: string
  tags?: Record<string, string>
  disposition?: Record<string, number>
  side_data_list?: SideData[]
}

export type Probed = {
  format?: { format_name?: string; duration?: string; start_time?: string }
  streams?: ProbedStream[]
}

export const probeArgs = (file: string): string[] => [
  '-hide_banner',
  '-loglevel',
  'error',
  ...DEEP_PROBE,
  '-print_format',
  'json',
  '-show_format',
  '-show_streams',
  ...inputArgs(file),
]

/** HDR files may store mastering metadata in the first frame. */
export const firstFrameArgs = (file: string, stream: number): string[] => [
  '-hide_banner',
  '-loglevel',
  'error',
  '-print_format',
  'json',
  '-show_frames',
  '-read_intervals',
  '%+#1',
  '-select_streams',
  `${stream}`,
  ...inputArgs(file),
]

/** By name: presentation time, size and flags. */
export const framePacketArgs = (file: string, stream: number): string[] => [
  '-hide_banner',
  '-loglevel',
  'error',
  '-select_streams',
  `${stream}`,
  '-show_entries',
  'packet=pts_time,size,flags',
  '-print_format',
  'compact=print_section=0',
  ...inputArgs(file),
]

/** `pts_time=0.04|size=812|flags=K_` */
export function readFramePacket(line: string): SourcePacket {
  const fields = new Map(line.split('|').map((field) => field.split('=', 2) as [string, string]))
  const flags = fields.get('flags') ?? ''
  return {
    pts: number(fields.get('pts_time')),
    bytes: number(fields.get('size')) ?? 0,
    isKeyframe: flags.includes('K'),
    isDiscarded: flags.includes('D'),
  }
}

const number = (text: string | undefined): number | null => {
  const value = Number(text)
  return text !== undefined && Number.isFinite(value) ? value : null
}

/** Null for an impossible one. */
const duration = (text: string | undefined): number | null => {
  const seconds = number(text)
  return seconds !== null && seconds >= 0 ? seconds : null
}

/** Below zero: only a wrong header claims it. */
const negative = (text: string | undefined): number | null => {
  const seconds = number(text)
  return seconds !== null && seconds < 0 ? seconds : null
}

/** `30000/1001`; null for `0/0`. */
function rational(text: string | undefined): Rational | null {
  const [num = 0, den = 0] = (text ?? '').split(/[/:]/).map(Number)
  return num > 0 && den > 0 ? { num, den } : null
}

/** Phones held upright store landscape frames with a rotation. */
function quarterTurnsOf(stream: ProbedStream): number {
  const matrix = stream.side_data_list?.find((data) => 'rotation' in data)
  const degrees = Number(matrix?.rotation ?? stream.tags?.rotate ?? 0)
  return Math.round((Number.isFinite(degrees) ? degrees : 0) / 90)
}

/** Square pixels, rotation applied. */
function displaySize(stream: ProbedStream): { width: number; height: number } {
  const [width, height] = [stream.width ?? 0, stream.height ?? 0]
  const aspect = rational(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const squareWidth = Math.round((width * aspect.num) / aspect.den)
  return quarterTurnsOf(stream) % 2 === 0 ? { width: squareWidth, height } : { width: height, height: squareWidth }
}

const RANGES: Record<string, VideoRange> = { smpte2084: 'PQ', 'arib-std-b67': 'HLG' }
const MATRICES: Record<string, ColourMatrix> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  fcc: 'bt601',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
}

/** As players do: BT.601 for SD, BT.709 above. */
const matrixOf = (stream: ProbedStream): ColourMatrix =>
  MATRICES[stream.color_space ?? ''] ?? ((stream.height ?? 0) < 720 ? 'bt601' : 'bt709')

const bitDepthOf = (pixels: string | undefined): number =>
  Number(/p0?(9|10|12|14|16)(?:le|be)?$/.exec(pixels ?? '')?.[1] ?? 8)

/** Covers, even if the container does not mark them. */
const STILL = new Set(['mjpeg', 'png', 'bmp', 'gif', 'webp', 'tiff'])
const isCover = (stream: ProbedStream): boolean =>
  stream.disposition?.attached_pic === 1 || (STILL.has(stream.codec_name ?? '') && stream.nb_frames === '1')

/** `00:01:02.5`, as in Matroska. */
function tagSeconds(stream: ProbedStream): number | null {
  const match = /^(\d+):(\d+):([\d.]+)$/.exec(stream.tags?.DURATION ?? '')
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]) : null
}

/** Profiles and highest level that all players of the ladder have. */
const PLAIN: Record<string, { profiles: string[]; level: number }> = {
  h264: { profiles: ['Constrained Baseline', 'Main', 'High'], level: 42 },
  hevc: { profiles: ['Main'], level: 153 },
}

/** Stored as the ladder encodes. */
function isPlain(stream: ProbedStream): boolean {
  const { codec_name: codec = '', profile = '', level = Infinity, pix_fmt: pixels } = stream
  const aspect = rational(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const accepted = PLAIN[codec]
  return (
    accepted !== undefined &&
    accepted.profiles.includes(profile) &&
    level <= accepted.level &&
    pixels === 'yuv420p' &&
    aspect.num === aspect.den &&
    quarterTurnsOf(stream) === 0 &&
    stream.color_space === 'bt709' &&
    (stream.color_transfer ?? 'bt709') === 'bt709' &&
    (stream.color_range ?? 'tv') === 'tv' &&
    !INTERLACED.includes(stream.field_order ?? '')
  )
}

const INTERLACED = ['tt', 'bb', 'tb', 'bt']

function video(stream: ProbedStream): VideoStreamFacts {
  const average = rational(stream.avg_frame_rate)
  const nominal = rational(stream.r_frame_rate)
  const dolbyVision = dolbyVisionOf(stream.side_data_list ?? [])
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    ...displaySize(stream),
    frameRate: average ?? nominal ?? { num: 25, den: 1 },
    bitDepth: bitDepthOf(stream.pix_fmt),
    range: RANGES[stream.color_transfer ?? ''] ?? BASE_RANGES[dolbyVision?.compatibility ?? 0] ?? 'SDR',
    matrix: matrixOf(stream),
    interlaced: INTERLACED.includes(stream.field_order ?? ''),
    isCover: isCover(stream),
    isStill: STILL.has(stream.codec_name ?? ''),
    dolbyVision,
    ...(stream.color_space === 'reserved' && { hasReservedColours: true }),
    isPlain: isPlain(stream),
    seconds: duration(stream.duration) ?? tagSeconds(stream),
    frames: number(stream.nb_frames),
    ...masteringMetadata(stream.side_data_list ?? []),
  }
}

/** Base layer of Dolby Vision, for files that do not declare it. */
const BASE_RANGES: Record<number, VideoRange> = { 1: 'PQ', 4: 'HLG', 6: 'PQ' }

function dolbyVisionOf(sideData: SideData[]): DolbyVision | null {
  const record = sideData.find((data) => /DOVI/i.test(data.side_data_type ?? '') && 'dv_profile' in data)
  if (!record) return null
  return { profile: Number(record.dv_profile), compatibility: Number(record.dv_bl_signal_compatibility_id ?? 0) }
}

/** Written by programs into every track. */
const DEFAULT_HANDLERS =
  /handler|core media|iso media|gpac|mainconcept|^[^\p{L}]*(sound|audio|stereo|mono|surround)?[^\p{L}]*$/iu

/** Matroska's and QuickTime's title, or an MP4's handler. */
function titleOf({ tags = {} }: ProbedStream): string | null {
  const title = tags.title ?? tags.name
  if (title !== undefined) return title
  const handler = tags.handler_name
  return handler === undefined || DEFAULT_HANDLERS.test(handler) ? null : handler
}

function audio(stream: ProbedStream): AudioStreamFacts {
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    ...(stream.codec_tag_string !== undefined && { tag: stream.codec_tag_string }),
    channels: stream.channels ?? 2,
    sampleRate: Number(stream.sample_rate ?? 48_000),
    language: stream.tags?.language ?? null,
    title: titleOf(stream),
    isDefault: stream.disposition?.default === 1,
    startSeconds: number(stream.start_time) ?? 0,
    bitrate: number(stream.bit_rate),
  }
}

const TEXT_SUBTITLES = new Set(['subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text'])

function subtitle(stream: ProbedStream): SubtitleStreamFacts {
  const codec = stream.codec_name ?? ''
  const language = stream.tags?.language ?? null
  return { index: stream.index, codec, isText: TEXT_SUBTITLES.has(codec), language, title: titleOf(stream) }
}

/** x265's format and units. */
export function masteringMetadata(sideData: SideData[]): { masterDisplay: string | null; maxLight: string | null } {
  const masteringData = sideData.find((data) => /mastering display/i.test(data.side_data_type ?? '') && 'red_x' in data)
  const lightLevel = sideData.find((data) => /content light/i.test(data.side_data_type ?? ''))
  const scaled = (name: string, unit: number) => {
    const rate = rational(String(masteringData?.[name]))
    return Math.round(((rate?.num ?? 0) / (rate?.den ?? 1)) * unit)
  }
  const point = (name: string) => `(${scaled(`${name}_x`, 50_000)},${scaled(`${name}_y`, 50_000)})`
  return {
    masterDisplay: masteringData
      ? `G${point('green')}B${point('blue')}R${point('red')}WP${point('white_point')}L(${scaled('max_luminance', 10_000)},${scaled('min_luminance', 10_000)})`
      : null,
    maxLight: lightLevel ? `${Number(lightLevel.max_content ?? 0)},${Number(lightLevel.max_average ?? 0)}` : null,
  }
}

/** ffprobe estimates that of others from size and bit rate. */
const CONTAINERS_WITH_DURATION = /mov|mp4|matroska|webm|flv|avi|asf|mxf|nut/

export function readProbe({ format = {}, streams = [] }: Probed): SourceFacts {
  const of = (type: string) => streams.filter((stream) => stream.codec_type === type)
  const container = format.format_name ?? ''
  return {
    container,
    seconds: duration(format.duration),
    claimedSeconds: negative(format.duration) ?? negative(of('video')[0]?.duration),
    startSeconds: number(format.start_time) ?? 0,
    isLengthDeclared: CONTAINERS_WITH_DURATION.test(container),
    video: of('video').map(video),
    audio: of('audio').map(audio),
    subtitles: of('subtitle').map(subtitle),
  }
}
