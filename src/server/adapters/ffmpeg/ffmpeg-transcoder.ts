import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type EncodePlan,
  type EncoderRun,
  type FramePlan,
  IngestError,
  type StoryboardPlan,
  type Transcoder,
  type SourceFacts,
  type SourcePacket,
  type StreamScan,
} from '#server/domains/media/ports.ts'
import { type Binaries, RELEASE_MIN } from './binaries.ts'
import { findConfinement } from './confinement.ts'
import { encodeArgs, neededParts } from './encode-args.rules.ts'
import {
  frameArgs,
  loudnessArgs,
  parseLoudness,
  previewArgs,
  PREVIEW_SECONDS,
  storyboardArgs,
  subtitleArgs,
} from './image-args.rules.ts'
import { endOrphan, type Limits, createPrograms, limitsOf, type Programs, createProgressReader } from './process.ts'
import { shellLine } from './confinement.rules.ts'
import {
  firstFrameArgs,
  framePacketArgs,
  masteringMetadata,
  probeArgs,
  type Probed,
  readFramePacket,
  readProbe,
} from './probe.rules.ts'
import { DEEP_PROBE, inputArgs } from './input-args.rules.ts'

/** For the time limit of a track of unknown length. */
const ASSUMED_SECONDS = 3600

const accessOf = ({ input }: { input: string }, folder: string) => ({ read: [input], write: [folder] })

const confinementOf = ({ ffmpeg, ffprobe }: Binaries, hidden: readonly string[]) =>
  findConfinement(
    [ffmpeg, ffprobe].filter((program) => program !== null),
    hidden,
  )

/** For an operator: missing, outdated, or not confined. */
export async function encoderWarnings(binaries: Binaries, hidden: readonly string[]): Promise<string[]> {
  const { ffmpeg, ffprobe, release } = binaries
  if (!ffmpeg || !ffprobe) return ['There is no ffmpeg for this system, so no film can be ingested. Install ffmpeg.']
  const isOld = release !== null && release !== undefined && release < RELEASE_MIN
  return [
    ...(isOld
      ? [`ffmpeg is release ${release}, which no longer gets security fixes. Install ffmpeg ${RELEASE_MIN} or newer.`]
      : []),
    ...((await confinementOf(binaries, hidden))
      ? []
      : [
          'ffmpeg is not confined on this system: a malicious film could read the keys. Install bubblewrap, or ingest trusted films only.',
        ]),
  ]
}

const progressLines = ({ onProgress }: EncoderRun) => createProgressReader((progress) => onProgress?.(progress))

export type FfmpegOptions = {
  /** Never visible, even below a visible folder: the data folder. */
  hidden?: readonly string[]
  /** False: with all rights of its account. */
  isConfined?: boolean
}

/** Confined to the files of each run where the machine allows it. */
export function createFfmpeg(binaries: Binaries, { hidden = [], isConfined = true }: FfmpegOptions = {}): Transcoder {
  const programs = createPrograms(binaries, async () => (isConfined ? confinementOf(binaries, hidden) : undefined))
  const { encode: runEncoder, pathOf } = programs
  const { probe, scan, packets } = createProber(programs)
  return {
    probe,
    scan,
    packets,
    loudness,
    encode,
    commandLine: (plan, folder) => shellLine([pathOf('ffmpeg'), ...encodeArgs(plan, folder)]),
    preview,
    storyboard,
    frames,
    subtitle,
    endOrphan: (pidFile) => endOrphan(pidFile, dirname(pidFile)),
    isConfined: programs.isConfined,
  }

  async function loudness(file: string, stream: number, run: EncoderRun): Promise<number | null> {
    const limits = { ...limitsOf(run, ASSUMED_SECONDS), onLine: progressLines(run), access: { read: [file] } }
    const args = loudnessArgs(file, stream, dirname(run.pidFile))
    return parseLoudness((await runEncoder(args, limits, 'DAMAGED')).stderr)
  }

  /** Encoders and filters are checked before a long run. */
  async function encode(plan: EncodePlan, folder: string, run: EncoderRun): Promise<void> {
    const available = await programs.parts()
    const missing = neededParts(plan).find((name) => !available.has(name))
    if (missing) throw new IngestError('NO_ENCODER', { detail: missing })
    const access = { read: [plan.source], write: [folder] }
    const limits = { ...limitsOf(run, plan.seconds), onLine: progressLines(run), access }
    await runEncoder(encodeArgs(plan, folder), limits, 'DAMAGED')
  }

  async function preview(input: string, output: string, run: EncoderRun & { isCopy?: boolean }): Promise<void> {
    const access = { read: [input], write: [dirname(output)] }
    await runEncoder(previewArgs(input, output, run), { ...limitsOf(run, PREVIEW_SECONDS), access })
  }

  async function storyboard(plan: StoryboardPlan, folder: string, run: EncoderRun): Promise<void> {
    await runEncoder(storyboardArgs(plan), {
      ...limitsOf(run, plan.count),
      cwd: folder,
      access: accessOf(plan, folder),
    })
    if ((await readdir(folder)).length === 0) throw new IngestError('ENCODER_FAILED', { detail: 'no storyboard' })
  }

  async function frames(plan: FramePlan, folder: string, run: EncoderRun): Promise<void> {
    const limits = { ...limitsOf(run, PREVIEW_SECONDS), access: accessOf(plan, folder) }
    for (const at of plan.seconds.keys()) await runEncoder(frameArgs(plan, at, folder), limits)
  }

  async function subtitle(source: { file: string; stream: number }, output: string, run: EncoderRun): Promise<void> {
    const access = { read: [source.file], write: [dirname(output)] }
    const limits = { ...limitsOf(run, ASSUMED_SECONDS), access }
    await runEncoder(subtitleArgs(source.file, source.stream, output), limits, 'DAMAGED')
  }
}

/** For every packet of a large file on a slow disk. */
const SCAN: Partial<Limits> = { seconds: 3600, stallSeconds: 300 }

export function createProber({ probe: runProbe }: Programs): Pick<Transcoder, 'probe' | 'scan' | 'packets'> {
  return { probe, scan, packets }

  async function probe(file: string): Promise<SourceFacts> {
    const { code, stdout } = await runProbe(probeArgs(file), { access: { read: [file] } })
    if (code !== 0) throw new IngestError('NOT_A_VIDEO')
    const facts = readProbe(JSON.parse(stdout) as Probed)
    const stream = facts.video.find((stream) => !stream.isCover)
    if (stream?.range !== 'PQ' || stream.masterDisplay) return facts
    const first = await runProbe(firstFrameArgs(file, stream.index), { access: { read: [file] } })
    const [frame] = (JSON.parse(first.stdout || '{}') as { frames?: { side_data_list?: [] }[] }).frames ?? []
    Object.assign(stream, masteringMetadata(frame?.side_data_list ?? []))
    return facts
  }

  async function packets(file: string, stream: number, onPacket: (packet: SourcePacket) => void): Promise<void> {
    const onLine = (line: string) => onPacket(readFramePacket(line))
    await runProbe(framePacketArgs(file, stream), { ...SCAN, onLine, access: { read: [file] } })
  }

  async function scan(file: string): Promise<ReadonlyMap<number, StreamScan>> {
    const { streams, add } = createScan()
    const onLine = (line: string) => {
      const packet = readPacketTimes(line)
      if (packet) add(packet)
    }
    const { code } = await runProbe(packetArgs(file), { ...SCAN, access: { read: [file] }, onLine })
    if (code !== 0) throw new IngestError('DAMAGED', { detail: `ffprobe ended with ${code}` })
    return streams
  }
}

/** One packet a line: stream index, presentation time, decoding time, duration. */
const packetArgs = (file: string): string[] => [
  '-hide_banner',
  '-loglevel',
  'error',
  ...DEEP_PROBE,
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time',
  '-print_format',
  'csv=print_section=0',
  ...inputArgs(file),
]

/** `time`: presentation time, else decoding time. `decoding` is NaN where the container does not tell it. */
type PacketTimes = { stream: number; time: number; end: number; decoding: number }

/** Null for an unusable line. Some versions add side data. */
export function readPacketTimes(line: string): PacketTimes | null {
  const [stream = NaN, pts = NaN, dts = NaN, length = NaN] = line
    .split(',', 4)
    .map((field) => (field === '' ? NaN : Number(field)))
  const time = Number.isFinite(pts) ? pts : dts
  if (!Number.isInteger(stream) || !Number.isFinite(time)) return null
  return { stream, time, end: time + (length > 0 ? length : 0), decoding: dts }
}

export function createScan() {
  const streams = new Map<number, StreamScan & { latest: number; decodingBefore: [number, number] }>()
  return {
    streams,
    add({ stream, time, end, decoding }: PacketTimes): void {
      const seen = streams.get(stream) ?? {
        packets: 0,
        end: time,
        longestGap: 0,
        longestReturn: 0,
        latest: time,
        decodingBefore: [-Infinity, -Infinity],
      }
      seen.packets += 1
      // Start to start: some containers give the packet before a gap the whole gap as its duration.
      seen.longestGap = Math.max(seen.longestGap, time - seen.latest)
      seen.latest = Math.max(seen.latest, time)
      if (Number.isFinite(decoding)) {
        // Of two packets: one alone may have a wrong time.
        seen.longestReturn = Math.max(seen.longestReturn, Math.min(...seen.decodingBefore) - decoding)
        seen.decodingBefore = [seen.decodingBefore[1], decoding]
      }
      seen.end = Math.max(seen.end, end)
      streams.set(stream, seen)
    },
  }
}
