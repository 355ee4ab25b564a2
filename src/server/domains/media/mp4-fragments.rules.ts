import { contentOf, find, makeBox } from './mp4-boxes.rules.ts'

/** A sample of a fragment. */
export type Sample = { duration: number; size: number }

/** Timing and samples of a `moof`. */
export type Fragment = { decodeTime: number; samples: Sample[]; startsWithKeyframe: boolean; firstOffset: number }

const TFHD = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 }
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, offset: 0x800 }
const NOT_SYNC = 0x10000

const flagsOf = (box: Buffer) => box.readUIntBE(1, 3)

/** Offsets of the optional fields of a `tfhd`; null if absent. */
function tfhdFields(tfhd: Buffer) {
  const flags = flagsOf(tfhd)
  let offset = 8
  const take = (flag: number, bytes: number) => {
    if (!(flags & flag)) return null
    offset += bytes
    return offset - bytes
  }
  take(TFHD.base, 8)
  take(TFHD.description, 4)
  return { duration: take(TFHD.duration, 4), size: take(TFHD.size, 4), flags: take(TFHD.flags, 4) }
}

/** Offsets of the fields of a `trun`, and the stride between samples. */
function trunFields(trun: Buffer) {
  const flags = flagsOf(trun)
  const has = (flag: number) => (flags & flag) !== 0
  const firstFlags = 8 + (has(TRUN.dataOffset) ? 4 : 0)
  const samples = firstFlags + (has(TRUN.firstFlags) ? 4 : 0)
  const order = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.offset]
  const offsetOf = (flag: number) =>
    has(flag) ? 4 * order.slice(0, order.indexOf(flag)).filter((earlier) => has(earlier)).length : null
  return {
    count: trun.readUInt32BE(4),
    firstFlags: has(TRUN.firstFlags) ? firstFlags : null,
    samples,
    stride: 4 * order.filter((flag) => has(flag)).length,
    duration: offsetOf(TRUN.duration),
    size: offsetOf(TRUN.size),
    flags: offsetOf(TRUN.flags),
    offset: offsetOf(TRUN.offset),
  }
}

/** Parses a `moof` with a single track. */
export function readFragment(moof: Buffer): Fragment {
  const tfhd = contentOf(moof, find(moof, 'moof/traf/tfhd'))
  const tfdt = contentOf(moof, find(moof, 'moof/traf/tfdt'))
  const trun = contentOf(moof, find(moof, 'moof/traf/trun'))
  const defaults = tfhdFields(tfhd)
  const run = trunFields(trun)
  const read = (offset: number | null, fallback: number | null, sample: number) => {
    if (offset !== null) return trun.readUInt32BE(run.samples + sample * run.stride + offset)
    return fallback === null ? 0 : tfhd.readUInt32BE(fallback)
  }
  const samples = Array.from({ length: run.count }, (_, sample) => ({
    duration: read(run.duration, defaults.duration, sample),
    size: read(run.size, defaults.size, sample),
  }))
  const firstFlags = run.firstFlags !== null ? trun.readUInt32BE(run.firstFlags) : read(run.flags, defaults.flags, 0)
  return {
    decodeTime: tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4),
    samples,
    startsWithKeyframe: (firstFlags & NOT_SYNC) === 0,
    firstOffset: run.offset !== null && run.count > 0 ? trun.readInt32BE(run.samples + run.offset) : 0,
  }
}

/** Presentation times of a fragment's samples, from its first decoding time, in the track's ticks. */
export function presentationTimes(moof: Buffer): number[] {
  const trun = contentOf(moof, find(moof, 'moof/traf/trun'))
  const run = trunFields(trun)
  let decoding = 0
  return readFragment(moof).samples.map(({ duration }, sample) => {
    const offset = run.offset === null ? 0 : trun.readInt32BE(run.samples + sample * run.stride + run.offset)
    decoding += duration
    return decoding - duration + offset
  })
}

/** Timing of a video fragment on the constant frame clock. */
export type FrameClock = {
  sequence: number
  firstFrame: number
  frameTicks: number
  shift: number
  /** Composition offsets of copied frames; by default those of the fragment are shifted. */
  offsets?: readonly number[]
}

/**
 * Rewrites a video fragment's timing in place. Every frame lasts one frame duration, the first starts at `firstFrame`
 * frames, and presentation times shift by `-shift` so that the video starts at zero. Encoders of 2018 stretch the
 * first frame over their delay instead.
 */
export function retimeFragment(moof: Buffer, { sequence, firstFrame, frameTicks, shift, offsets }: FrameClock): void {
  contentOf(moof, find(moof, 'moof/mfhd')).writeUInt32BE(sequence, 4)
  const tfdt = contentOf(moof, find(moof, 'moof/traf/tfdt'))
  const time = firstFrame * frameTicks
  if (tfdt[0] === 1) tfdt.writeBigUInt64BE(BigInt(time), 4)
  else tfdt.writeUInt32BE(time, 4)
  const tfhd = contentOf(moof, find(moof, 'moof/traf/tfhd'))
  const { duration } = tfhdFields(tfhd)
  if (duration !== null) tfhd.writeUInt32BE(frameTicks, duration)
  const trun = contentOf(moof, find(moof, 'moof/traf/trun'))
  const run = trunFields(trun)
  for (let sample = 0; sample < run.count; sample++) {
    const offset = run.samples + sample * run.stride
    if (run.duration !== null) trun.writeUInt32BE(frameTicks, offset + run.duration)
    if (run.offset === null) continue
    const composition = offsets?.[sample] ?? trun.readInt32BE(offset + run.offset) - shift
    trun.writeInt32BE(composition, offset + run.offset)
  }
}

const uint32s = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4))
  return bytes
}

/** Builds an audio fragment: consecutive sync samples starting at `decodeTime`. */
export function makeAudioFragment(
  sequence: number,
  decodeTime: number,
  samples: { duration: number; data: Buffer }[],
): Buffer {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(decodeTime))
  const build = (dataOffset: number) =>
    makeBox(
      'moof',
      makeBox('mfhd', uint32s(0, sequence)),
      makeBox(
        'traf',
        makeBox('tfhd', uint32s(0x020000 | TFHD.flags, 1, 0x02000000)),
        makeBox('tfdt', uint32s(0x01000000), time),
        makeBox(
          'trun',
          uint32s(TRUN.dataOffset | TRUN.duration | TRUN.size, samples.length, dataOffset),
          uint32s(...samples.flatMap((sample) => [sample.duration, sample.data.length])),
        ),
      ),
    )
  const mdat = makeBox('mdat', ...samples.map((sample) => sample.data))
  return Buffer.concat([build(build(0).length + 8), mdat])
}
