import type { FileHandle } from 'node:fs/promises'
import { CopyRefused, checkKeyframe, frameOffsets } from './copy.rules.ts'
import { withDec3 } from './dolby.rules.ts'
import { IngestError } from './media-errors.ts'
import type { AudioPlan, VideoPlan, SegmentIndex } from './media-model.ts'
import {
  boxAt,
  timescaleOf,
  contentOf,
  findAll,
  makeAudioFragment,
  presentationTimes,
  readFragment,
  retimeFragment,
} from './mp4.rules.ts'
import { boxesOfFile, withFile } from './work-folder.ts'

export type TrackIndex = { codec: string; timescale: number; initBytes: number; segments: SegmentIndex[] }

const bytesOf = async (file: FileHandle, start: number, size: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, start)
  if (bytesRead < size) throw new IngestError('ENCODER_FAILED', { detail: 'a fragment is truncated' })
  return buffer
}

/** The init segment, then each `moof` with its `mdat`. */
async function* fragmentsOf(file: FileHandle) {
  const init: Buffer[] = []
  let moof: Buffer | null = null
  for await (const { type, start, size } of boxesOfFile(file)) {
    if (type === 'ftyp' || type === 'moov') init.push(await bytesOf(file, start, size))
    else if (type === 'moof') moof = await bytesOf(file, start, size)
    else if (type === 'mdat' && moof) {
      yield { init: Buffer.concat(init), moof, mdat: await bytesOf(file, start, size) }
      moof = null
    }
  }
}

/** Syncs the output before closing. */
async function rewriteFile<T>(
  input: string,
  output: string,
  work: (from: FileHandle, to: FileHandle) => Promise<T>,
): Promise<T> {
  return withFile(input, 'r', (from) =>
    withFile(output, 'w', async (to) => {
      const result = await work(from, to)
      await to.sync()
      return result
    }),
  )
}

/** One segment per GOP. @throws ENCODER_FAILED for keyframes off the common boundaries; CopyRefused */
export function rewriteVideo(
  input: string,
  output: string,
  { isCopied = false, ...plan }: Pick<VideoPlan, 'frameRate' | 'gopFrames'> & { isCopied?: boolean },
): Promise<TrackIndex> {
  return rewriteFile(input, output, async (from, to) => {
    const index: TrackIndex = { codec: '', timescale: 0, initBytes: 0, segments: [] }
    let frames = 0
    let shift = 0
    let frameTicks = 0
    for await (const { init, moof, mdat } of fragmentsOf(from)) {
      const fragment = readFragment(moof)
      if (index.initBytes === 0) {
        index.timescale = timescaleOf(init)
        frameTicks = (index.timescale * plan.frameRate.den) / plan.frameRate.num
        shift = fragment.firstOffset
        Object.assign(index, { codec: codecOf(init), initBytes: init.length })
        await to.write(init)
      }
      if (!fragment.startsWithKeyframe || frames !== index.segments.length * plan.gopFrames) {
        const detail = 'keyframes are not at the GOP boundaries'
        throw isCopied ? new CopyRefused(detail) : new IngestError('ENCODER_FAILED', { detail })
      }
      const start = boxAt(mdat, 0)!.content
      if (isCopied) checkKeyframe(init, mdat.subarray(start, start + fragment.samples[0]!.size))
      const offsets = isCopied ? frameOffsets(presentationTimes(moof), frameTicks) : undefined
      retimeFragment(moof, { sequence: index.segments.length + 1, firstFrame: frames, frameTicks, shift, offsets })
      await to.write(moof)
      await to.write(mdat)
      index.segments.push([moof.length + mdat.length, fragment.samples.length * frameTicks])
      frames += fragment.samples.length
    }
    if (frames === 0) throw new IngestError('DAMAGED', { detail: 'the encoder wrote no video frames' })
    return index
  })
}

type TimedSample = { start: number; duration: number; data: Buffer }

/** Times relative to the first sample. */
async function* samplesOf(from: FileHandle) {
  let first: number | null = null
  for await (const { init, moof, mdat } of fragmentsOf(from)) {
    const { decodeTime, samples } = readFragment(moof)
    first ??= decodeTime
    let [start, offset] = [decodeTime - first, boxAt(mdat, 0)!.content]
    for (const { duration, size } of samples) {
      yield { init, sample: { start, duration, data: mdat.subarray(offset, offset + size) } satisfies TimedSample }
      start += duration
      offset += size
    }
  }
}

export type AudioCut = { plan: AudioPlan; segmentSeconds: number; dec3: Buffer | null }

/** Segments by absolute time, without drift. The first AAC packet is encoder priming and is dropped. */
export function rewriteAudio(
  input: string,
  output: string,
  { plan, segmentSeconds, dec3 }: AudioCut,
): Promise<TrackIndex> {
  return rewriteFile(input, output, async (from, to) => {
    const index: TrackIndex = { codec: '', timescale: 0, initBytes: 0, segments: [] }
    const isEncoded = plan.kind === 'aac' || plan.kind === 'aac51'
    // A copied track begins where it begins; the encoder fills others with silence.
    const delay = (timescale: number) => (isEncoded ? 0 : Math.round(plan.delaySeconds * timescale))
    let skipped = 0
    let pending: TimedSample[] = []
    let segment = 0
    const flush = async () => {
      const [head] = pending
      if (!head) return
      const bytes = makeAudioFragment(index.segments.length + 1, head.start, pending)
      await to.write(bytes)
      // The first segment includes the time before a late track.
      const lead = index.segments.length === 0 ? head.start : 0
      index.segments.push([bytes.length, pending.reduce((sum, sample) => sum + sample.duration, lead)])
      pending = []
    }
    for await (const { init, sample } of samplesOf(from)) {
      if (index.initBytes === 0) {
        const patched = plan.kind === 'ec3' ? withDec3(init, dec3, sample.data) : init
        Object.assign(index, { codec: codecOf(patched), timescale: timescaleOf(patched), initBytes: patched.length })
        await to.write(patched)
        if (isEncoded) {
          skipped = sample.duration
          continue
        }
      }
      const start = sample.start - skipped + delay(index.timescale)
      const sampleSegment = Math.floor(start / index.timescale / segmentSeconds + 1e-9)
      if (sampleSegment !== segment) await flush()
      segment = sampleSegment
      pending.push({ ...sample, start })
    }
    await flush()
    if (index.segments.length === 0)
      throw new IngestError('DAMAGED', { detail: `the encoder wrote no audio for ${plan.name}` })
    return index
  })
}

const STSD = 'moov/trak/mdia/minf/stbl/stsd'

const hex = (value: number) => value.toString(16).toUpperCase()
const hex2 = (value: number) => hex(value).padStart(2, '0')

/** RFC 6381, for CODECS. @throws for a codec that the encoder never produces */
export function codecOf(init: Buffer): string {
  const avcC = findAll(init, `${STSD}/avc1/avcC`)[0]
  if (avcC) return avcCodec(contentOf(init, avcC))
  const hvcC = findAll(init, `${STSD}/hvc1/hvcC`)[0]
  if (hvcC) return hevcCodec(contentOf(init, hvcC))
  const entry = findAll(init, `${STSD}/*`)[0]?.type
  if (entry === 'mp4a') return 'mp4a.40.2'
  if (entry === 'ac-3' || entry === 'ec-3') return entry
  throw new IngestError('ENCODER_FAILED', { detail: `unexpected sample entry ${entry}` })
}

/** ISO 14496-15 5.3.3. */
export function avcCodec(record: Buffer): string {
  return `avc1.${[...record.subarray(1, 4)].map(hex2).join('').toLowerCase()}`
}

/** ISO 14496-15 annex E.3: compatibility flags in reverse bit order, constraint bytes without trailing zeros. */
export function hevcCodec(record: Buffer): string {
  const first = record.readUInt8(1)
  const space = ['', 'A', 'B', 'C'][first >> 6]
  const tier = first & 0x20 ? 'H' : 'L'
  let compatibility = 0
  for (let bit = 0; bit < 32; bit++) compatibility = compatibility * 2 + ((record.readUInt32BE(2) >>> bit) & 1)
  const constraints = [...record.subarray(6, 12)]
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop()
  const parts = [
    `hvc1.${space}${first & 0x1f}`,
    hex(compatibility),
    `${tier}${record.readUInt8(12)}`,
    ...constraints.map(hex),
  ]
  return parts.join('.')
}
