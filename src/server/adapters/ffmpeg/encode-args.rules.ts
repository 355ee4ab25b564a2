import { join } from 'node:path'
import {
  type AudioPlan,
  type EncodePlan,
  frameCount,
  type Rung,
  type VideoPlan,
  type VideoRange,
} from '#server/domains/media/ports.ts'
import { DEEP_PROBE, inputArgs, NO_METADATA, outputFile, WITH_PROGRESS } from './input-args.rules.ts'

const FRAGMENTS = 'empty_moov+default_base_moof+negative_cts_offsets'
/** The Dolby header is known only after the first packets, so the moov comes late. No edit lists: timestamps are rewritten later. */
const COPIED_FRAGMENTS = 'delay_moov+default_base_moof'

const TRANSFER: Record<VideoRange, string> = { SDR: 'bt709', PQ: 'smpte2084', HLG: 'arib-std-b67' }

/** Broadcasters' maximum true peak (-1.5 dBTP). */
const PEAK_LIMIT = 0.84

/** Reference white of BT.2408 in cd/m²: white of the SDR picture. */
const HDR_WHITE = 203
/** Of HLG's nominal display, which BT.2100's system gamma assumes. */
const HLG_PEAK = 1000
/** Of PQ mastering displays, for files that do not say theirs. */
const PQ_PEAK = 4000
/** Linear share of SDR white below which nothing is compressed: skin in light and everything darker stay as graded. */
const KNEE = 0.5

type Graded = Pick<VideoPlan, 'toneMap' | 'masterDisplay' | 'maxLight'>

/** cd/m². The brightest pixel, else the mastering display's, as x265 writes them. */
function peakOf({ toneMap, masterDisplay, maxLight }: Graded): number {
  if (toneMap === 'HLG') return HLG_PEAK
  const brightest = Number(maxLight?.split(',')[0] ?? 0)
  const display = Number(/L\((\d+),/.exec(masterDisplay ?? '')?.[1] ?? 0) / 10_000
  const peak = [brightest, display].find((claim) => claim > HDR_WHITE) ?? PQ_PEAK
  return Math.min(peak, 10_000)
}

/**
 * HDR to SDR: light of the display (zscale applies PQ's curve, or HLG's with its system gamma) relative to reference white, BT.709
 * primaries, highlights compressed above the knee. All properties are explicit, since files often omit them.
 */
export function toneMapFilters(video: Graded): string[] {
  if (video.toneMap === 'SDR') return []
  const peak = (peakOf(video) / HDR_WHITE).toFixed(3)
  return [
    `zscale=tin=${TRANSFER[video.toneMap]}:min=bt2020nc:pin=bt2020:rin=tv:t=linear:m=gbr:p=bt709:npl=${HDR_WHITE}`,
    'format=gbrpf32le',
    `tonemap=tonemap=mobius:param=${KNEE}:desat=0:peak=${peak}`,
    'zscale=t=bt709:m=bt709:p=bt709:r=tv',
  ]
}

/** Once for every frame: deinterlaced, at a constant rate, starting at zero. */
function commonFilters({ deinterlace, frameRate }: VideoPlan): string[] {
  const fps = `fps=fps=${frameRate.num}/${frameRate.den}:start_time=0`
  return deinterlace ? ['bwdif=mode=0:parity=-1:deint=1', fps] : [fps]
}

const scaleTo = ({ width, height }: Rung, extra = '') => `scale=w=${width}:h=${height}:flags=bicubic${extra}`

/** Scaled from the source and converted to BT.709. */
function firstH264(plan: VideoPlan, rung: Rung): string[] {
  if (plan.toneMap !== 'SDR') return [scaleTo(rung), ...toneMapFilters(plan), 'format=yuv420p', 'setsar=1']
  const colours = `:in_color_matrix=${plan.matrix}:out_color_matrix=bt709:out_range=tv`
  return [scaleTo(rung, colours), 'format=yuv420p', 'setsar=1']
}

function hevcFilters(rung: Rung): string[] {
  return [scaleTo(rung), `format=${rung.bitDepth === 10 ? 'yuv420p10le' : 'yuv420p'}`, 'setsar=1']
}

const encodedRungs = ({ rungs, copied }: VideoPlan): Rung[] => rungs.filter(({ name }) => name !== copied)

/** One decode; every smaller rung is scaled from the next larger one. */
export function filterGraph(plan: VideoPlan): string {
  const chains: string[] = []
  const rungs = encodedRungs(plan)
  const hevc = rungs.filter((rung) => rung.codec === 'hevc')
  const h264 = rungs.filter((rung) => rung.codec === 'h264')
  const source = `[0:${plan.stream}]${commonFilters(plan).join(',')}`
  chains.push(hevc.length > 0 ? `${source},split=2[hevc][sdr]` : `${source}[sdr]`)
  for (const rung of hevc) chains.push(`[hevc]${hevcFilters(rung).join(',')}[${rung.name}]`)
  let input = 'sdr'
  h264.forEach((rung, index) => {
    const filters = index === 0 ? firstH264(plan, rung) : [scaleTo(rung), 'setsar=1']
    const isLast = index === h264.length - 1
    const output = `from-${rung.name}`
    chains.push(`[${input}]${filters.join(',')}${isLast ? '' : ',split=2'}[${rung.name}]${isLast ? '' : `[${output}]`}`)
    input = output
  })
  return chains.join(';')
}

function h264Args(rung: Rung, gop: number): string[] {
  const colours = 'colorprim=bt709:transfer=bt709:colormatrix=bt709:fullrange=off'
  return [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    '23',
    '-maxrate',
    `${rung.maxKbps}k`,
    '-bufsize',
    `${Math.round(rung.maxKbps * 1.5)}k`,
    '-g',
    `${gop}`,
    '-keyint_min',
    `${gop}`,
    '-sc_threshold',
    '0',
    '-flags',
    '+cgop',
    '-x264-params',
    `open-gop=0:${colours}`,
  ]
}

function hevcArgs(rung: Rung, gop: number, plan: VideoPlan): string[] {
  const hdrParams = [
    `colorprim=bt2020:transfer=${TRANSFER[rung.range]}:colormatrix=bt2020nc:range=limited`,
    ...(rung.range === 'PQ' ? ['hdr-opt=1', 'repeat-headers=1'] : []),
    ...(rung.range === 'PQ' && plan.masterDisplay ? [`master-display=${plan.masterDisplay}`] : []),
    ...(rung.range === 'PQ' && plan.maxLight ? [`max-cll=${plan.maxLight}`] : []),
  ]
  const params = [
    `keyint=${gop}:min-keyint=${gop}:scenecut=0:open-gop=0:log-level=error`,
    `vbv-maxrate=${rung.maxKbps}:vbv-bufsize=${Math.round(rung.maxKbps * 1.5)}`,
    ...(rung.range === 'SDR' ? [] : hdrParams),
  ]
  return [
    '-c:v',
    'libx265',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-tag:v',
    'hvc1',
    '-pix_fmt',
    rung.bitDepth === 10 ? 'yuv420p10le' : 'yuv420p',
    '-x265-params',
    params.join(':'),
  ]
}

/** Every frame lasts a whole number of ticks. */
export const trackTimescale = ({ num }: { num: number }): number => (num < 10_000 ? num * 1000 : num)

/** Generous, so that a malformed source cannot fill the disk. */
const byteLimit = (kbps: number, seconds: number) => Math.ceil(((kbps * 1000) / 8) * (seconds + 60) * 2) + 5_000_000

function videoOutput(plan: EncodePlan, rung: Rung, folder: string): string[] {
  const { gopFrames, frameRate } = plan.video
  const isCopied = plan.video.copied === rung.name
  const encoded = rung.codec === 'h264' ? h264Args(rung, gopFrames) : hevcArgs(rung, gopFrames, plan.video)
  const codec = isCopied ? ['-c:v', 'copy', ...(rung.codec === 'hevc' ? ['-tag:v', 'hvc1'] : [])] : encoded
  return [
    '-map',
    isCopied ? `0:${plan.video.stream}` : `[${rung.name}]`,
    ...NO_METADATA,
    ...codec,
    '-video_track_timescale',
    `${trackTimescale(frameRate)}`,
    '-max_muxing_queue_size',
    '9999',
    '-movflags',
    `+frag_keyframe+${FRAGMENTS}`,
    '-frames:v',
    `${frameCount(plan)}`,
    '-fs',
    `${byteLimit(rung.maxKbps, plan.seconds)}`,
    '-f',
    'mp4',
    outputFile(join(folder, `${rung.name}.mp4`)),
  ]
}

/** Fills gaps, starts at zero, mixes down, applies the gain, trims to the video's duration. */
export function audioFilters({ kind, gainDb }: AudioPlan): string {
  const layout = kind === 'aac51' ? '5.1' : 'stereo'
  const loudness =
    gainDb === 0 ? [] : [`volume=${gainDb}dB`, `alimiter=limit=${PEAK_LIMIT}:level=false:attack=5:release=50`]
  return ['aresample=48000:async=1:first_pts=0', `aformat=channel_layouts=${layout}`, ...loudness, 'apad'].join(',')
}

const AAC_KBPS = { aac: 128, aac51: 384 }
const COPY_KBPS = 6200

function audioOutput(plan: EncodePlan, track: AudioPlan, folder: string): string[] {
  const isCopy = track.kind === 'ac3' || track.kind === 'ec3'
  const kbps = track.kind === 'aac' || track.kind === 'aac51' ? AAC_KBPS[track.kind] : COPY_KBPS
  const codec = isCopy
    ? ['-c:a', 'copy']
    : ['-af', audioFilters(track), '-c:a', 'aac', '-b:a', `${kbps}k`, '-ar', '48000', '-ac', `${track.channels}`]
  return [
    '-map',
    `0:${track.stream}`,
    ...NO_METADATA,
    ...codec,
    '-max_muxing_queue_size',
    '9999',
    '-movflags',
    `+frag_every_frame+${isCopy ? COPIED_FRAGMENTS : FRAGMENTS}`,
    ...(isCopy ? ['-use_editlist', '0'] : []),
    '-t',
    `${plan.seconds}`,
    '-fs',
    `${byteLimit(kbps, plan.seconds)}`,
    '-f',
    'mp4',
    outputFile(join(folder, `${track.name}.mp4`)),
  ]
}

/** Every rung and audio track in one process from one decode. */
export function encodeArgs(plan: EncodePlan, folder: string): string[] {
  return [
    ...WITH_PROGRESS,
    ...DEEP_PROBE,
    ...inputArgs(plan.source),
    ...(encodedRungs(plan.video).length > 0 ? ['-filter_complex', filterGraph(plan.video)] : []),
    ...plan.video.rungs.flatMap((rung) => videoOutput(plan, rung, folder)),
    ...plan.audio.flatMap((track) => audioOutput(plan, track, folder)),
  ]
}

/** Encoders and filters: not every ffmpeg build has them. */
export function neededParts({ video }: EncodePlan): string[] {
  const rungs = encodedRungs(video)
  const hasHevc = rungs.some((rung) => rung.codec === 'hevc')
  if (rungs.length === 0) return ['aac']
  return [
    'libx264',
    'aac',
    ...(hasHevc ? ['libx265'] : []),
    ...(video.toneMap === 'SDR' ? [] : ['zscale', 'tonemap']),
    ...(video.deinterlace ? ['bwdif'] : []),
  ]
}
