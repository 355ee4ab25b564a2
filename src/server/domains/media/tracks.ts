import type { FileHandle } from 'node:fs/promises'
import { CopyRefused, checkKeyframe, frameOffsets } from './copy.rules.ts'
import { IngestError } from './media-errors.ts'
import type { AudioPlan, VideoPlan, SegmentIndex } from './media-model.ts'
import {
  boxAt,
  timescaleOf,
  codecOf,
  makeAudioFragment,
  presentationTimes,
  readFragment,
  retimeFragment,
  withDec3,
  boxesOfFile,
} from './mp4.rules.ts'
import { withFile } from './work-folder.ts'

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
