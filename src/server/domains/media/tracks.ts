import type { FileHandle } from 'node:fs/promises'
import { codecOf } from './codecs.rules.ts'
import { withDec3 } from './dolby.rules.ts'
import { IngestError } from './media-errors.ts'
import type { AudioPlan, VideoPlan } from './media-model.ts'
import { boxAt, timescaleOf } from './mp4-boxes.rules.ts'
import { makeAudioFragment, readFragment, retimeFragment } from './mp4-fragments.rules.ts'
import type { SegmentIndex } from './package-model.ts'
import { withFile } from './work-folder.ts'

/** What the encoder's file became: one file, the init first, then segment after segment. */
export type TrackIndex = { codec: string; timescale: number; initBytes: number; segments: SegmentIndex[] }

const HEADER = 16

/** The top-level boxes of a file, read one header at a time; stops at a broken one. Used on sources too, so nothing is trusted. */
export async function* boxesOfFile(file: FileHandle) {
  const { size: end } = await file.stat()
  for (let at = 0; at + 8 <= end;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER), 0, HEADER, at)
    const box = boxAt(buffer.subarray(0, bytesRead), 0, end - at)
    if (!box || box.size < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(box.type)) return
    yield { type: box.type, start: at, size: box.size }
    at += box.size
  }
}

const bytesOf = async (file: FileHandle, start: number, size: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, start)
  if (bytesRead < size) throw new IngestError('ENCODER_FAILED', { detail: 'a fragment is cut short' })
  return buffer
}

/** The init and then each `moof` with its `mdat`. */
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

/** Opens two files for one piece of work, and has what was written on the disk before it ends. */
async function rewriting<T>(
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

/**
 * Puts a rung on the film's clock, one segment a group of pictures.
 * @throws ENCODER_FAILED when the encoder did not cut where every other rung is cut
 */
export function rewriteVideo(input: string, output: string, plan: VideoPlan): Promise<TrackIndex> {
  return rewriting(input, output, async (from, to) => {
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
        throw new IngestError('ENCODER_FAILED', { detail: 'keyframes are not where they were asked for' })
      }
      retimeFragment(moof, { sequence: index.segments.length + 1, firstFrame: frames, frameTicks, shift })
      await to.write(moof)
      await to.write(mdat)
      index.segments.push([moof.length + mdat.length, fragment.samples.length * frameTicks])
      frames += fragment.samples.length
    }
    if (frames === 0) throw new IngestError('ENCODER_FAILED', { detail: 'no picture came out' })
    return index
  })
}

type TimedSample = { start: number; duration: number; data: Buffer }

/** The samples of a sound file one by one, at their times since its first. */
async function* samplesOf(from: FileHandle) {
  let first: number | null = null
  for await (const { init, moof, mdat } of fragmentsOf(from)) {
    const { decodeTime, samples } = readFragment(moof)
    first ??= decodeTime
    let [start, at] = [decodeTime - first, boxAt(mdat, 0)!.content]
    for (const { duration, size } of samples) {
      yield { init, sample: { start, duration, data: mdat.subarray(at, at + size) } satisfies TimedSample }
      start += duration
      at += size
    }
  }
}

/** How a sound track is cut: by the film's clock, and by its source's own Atmos note where it has one. */
export type AudioCut = { plan: AudioPlan; segmentSeconds: number; dec3: Buffer | null }

/**
 * Cuts sound into segments by absolute time, so that no drift builds up: a sample belongs to the segment in which it begins.
 * AAC's first packet is the encoder's run-up, not sound of the film: it is left out, and sound and picture begin together.
 */
export function rewriteAudio(
  input: string,
  output: string,
  { plan, segmentSeconds, dec3 }: AudioCut,
): Promise<TrackIndex> {
  return rewriting(input, output, async (from, to) => {
    const index: TrackIndex = { codec: '', timescale: 0, initBytes: 0, segments: [] }
    const isEncoded = plan.kind === 'aac' || plan.kind === 'aac51'
    let skipped = 0
    let pending: TimedSample[] = []
    let segment = 0
    const flush = async () => {
      const [head] = pending
      if (!head) return
      const bytes = makeAudioFragment(index.segments.length + 1, head.start, pending)
      await to.write(bytes)
      index.segments.push([bytes.length, pending.reduce((sum, sample) => sum + sample.duration, 0)])
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
      const start = sample.start - skipped + Math.round(plan.delaySeconds * index.timescale)
      const belongs = Math.floor(start / index.timescale / segmentSeconds + 1e-9)
      if (belongs !== segment) await flush()
      segment = belongs
      pending.push({ ...sample, start })
    }
    await flush()
    if (index.segments.length === 0)
      throw new IngestError('ENCODER_FAILED', { detail: `no sound came out of ${plan.name}` })
    return index
  })
}
