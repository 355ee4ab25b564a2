import { IngestError } from './media-errors.ts'

/** ISO 14496-12. Offsets in bytes. */
type Box = { type: string; start: number; size: number; content: number }

const CHILDREN_AT: Record<string, number> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  moof: 0,
  traf: 0,
  mvex: 0,
  edts: 0,
  stsd: 8,
  mp4a: 28,
  'ac-3': 28,
  'ec-3': 28,
  avc1: 78,
  hvc1: 78,
}

/** Null if too few bytes. A size of 0 extends to `end`. */
export function boxAt(bytes: Buffer, start: number, end = bytes.length): Box | null {
  if (start + 8 > bytes.length) return null
  const type = bytes.toString('latin1', start + 4, start + 8)
  const short = bytes.readUInt32BE(start)
  if (short === 0) return { type, start, size: end - start, content: start + 8 }
  if (short !== 1) return { type, start, size: short, content: start + 8 }
  if (start + 16 > bytes.length) return null
  return { type, start, size: Number(bytes.readBigUInt64BE(start + 8)), content: start + 16 }
}

export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let offset = from; offset + 8 <= to;) {
    const box = boxAt(bytes, offset, to)
    if (!box || box.size < 8 || offset + box.size > to) break
    boxes.push(box)
    offset += box.size
  }
  return boxes
}

const childrenOf = (bytes: Buffer, box: Box): Box[] =>
  boxesIn(bytes, box.content + (CHILDREN_AT[box.type] ?? 0), box.start + box.size)

/** `moov/trak/mdia/mdhd`; `*` matches any type. */
export function findAll(bytes: Buffer, path: string): Box[] {
  const [first, ...rest] = path.split('/')
  const matches = (boxes: Box[], type: string) => boxes.filter((box) => type === '*' || box.type === type)
  return rest.reduce(
    (found, type) => found.flatMap((box) => matches(childrenOf(bytes, box), type)),
    matches(boxesIn(bytes), first as string),
  )
}

export function find(bytes: Buffer, path: string): Box {
  const box = findAll(bytes, path)[0]
  if (!box) throw new IngestError('ENCODER_FAILED', { detail: `no ${path} box` })
  return box
}

export const contentOf = (bytes: Buffer, box: Box): Buffer => bytes.subarray(box.content, box.start + box.size)

export function makeBox(type: string, ...parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...parts])
}

/** Replaces a box of the same type or appends; updates all enclosing sizes. */
export function putBox(bytes: Buffer, path: string, box: Buffer): Buffer {
  const type = box.toString('latin1', 4, 8)
  const parent = find(bytes, path)
  const old = findAll(bytes, `${path}/${type}`)[0] ?? { start: parent.start + parent.size, size: 0 }
  const names = path.split('/')
  const ancestors = names.map((_, depth) => find(bytes, names.slice(0, depth + 1).join('/')))
  const result = Buffer.concat([bytes.subarray(0, old.start), box, bytes.subarray(old.start + old.size)])
  for (const { start, size } of ancestors) result.writeUInt32BE(size + box.length - old.size, start)
  return result
}

/** Ticks per second. */
export function timescaleOf(init: Buffer): number {
  const mdhd = contentOf(init, find(init, 'moov/trak/mdia/mdhd'))
  return mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12)
}

export type Sample = { duration: number; size: number }

export type Fragment = { decodeTime: number; samples: Sample[]; startsWithKeyframe: boolean; firstOffset: number }

const TFHD = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 }
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, offset: 0x800 }
const NOT_SYNC = 0x10000

const flagsOf = (box: Buffer) => box.readUIntBE(1, 3)

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

export type FrameClock = {
  sequence: number
  firstFrame: number
  frameTicks: number
  shift: number
  /** Of copied frames; default: the fragment's, shifted. */
  offsets?: readonly number[]
}

/** In place, onto the constant frame clock. Encoders of 2018 stretch the first frame over their delay. */
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

/** Consecutive sync samples from `decodeTime`. */
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
