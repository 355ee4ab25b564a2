import type { FileHandle } from 'node:fs/promises'
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

const HEADER = 16

/** Top-level boxes by their headers; stops at a malformed one. Also for untrusted sources. */
export async function* boxesOfFile(file: Pick<FileHandle, 'read' | 'stat'>) {
  const { size: end } = await file.stat()
  for (let offset = 0; offset + 8 <= end;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER), 0, HEADER, offset)
    const box = boxAt(buffer.subarray(0, bytesRead), 0, end - offset)
    if (!box || box.size < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(box.type)) return
    yield { type: box.type, start: offset, size: box.size }
    offset += box.size
  }
}

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

const ENTRY = 'mdia/minf/stbl/stsd/ec-3/dec3'

/** Atmos is signalled only by the extension flag. */
export type Dec3 = { isAtmos: boolean; complexity: number }

/** ETSI TS 102 366 F.6: substreams, then optionally seven reserved bits, `flag_ec3_extension_type_a`, complexity index. */
export function readDec3(content: Buffer): Dec3 {
  const none = { isAtmos: false, complexity: 0 }
  if (content.length < 2) return none
  const substreams = (content.readUInt8(1) & 7) + 1
  let offset = 2
  for (let substream = 0; substream < substreams; substream++) {
    if (offset + 3 > content.length) return none
    const dependents = (content.readUInt8(offset + 2) >> 1) & 0xf
    offset += dependents > 0 ? 4 : 3
  }
  if (offset + 2 > content.length || (content.readUInt8(offset) & 1) === 0) return none
  return { isAtmos: true, complexity: content.readUInt8(offset + 1) }
}

export function dec3Boxes(moov: Buffer): (Buffer | null)[] {
  return findAll(moov, 'moov/trak').map((trak) => {
    const trakBytes = moov.subarray(trak.start, trak.start + trak.size)
    const box = findAll(trakBytes, `trak/${ENTRY}`)[0]
    return box ? Buffer.from(trakBytes.subarray(box.start, box.start + box.size)) : null
  })
}

const SYNC = 0x0b77
const DEPENDENT = 1
const REAR_PAIR = 0x002
const SAMPLE_RATES = [48_000, 44_100, 32_000]
const SAMPLES_IN_PACKET = 1536

/** From an E-AC-3 packet (ETSI TS 102 366 E.1.2, F.6). @throws for any other packet */
export function makeDec3(packet: Buffer): Buffer {
  let dependents = 0
  for (let at = 0; at + 6 <= packet.length; at += ((packet.readUInt16BE(at + 2) & 0x7ff) + 1) * 2) {
    if (packet.readUInt16BE(at) !== SYNC) throw new IngestError('ENCODER_FAILED', { detail: 'not an E-AC-3 packet' })
    if (packet.readUInt8(at + 2) >> 6 === DEPENDENT) dependents++
  }
  const [modes, stream] = [packet.readUInt8(4), packet.readUInt8(5)]
  const rate = SAMPLE_RATES[modes >> 6] ?? 48_000
  const kbps = Math.round((packet.length * 8 * rate) / SAMPLES_IN_PACKET / 1000)
  const content = Buffer.alloc(dependents > 0 ? 6 : 5)
  content.writeUInt16BE(Math.min(kbps, 0x1fff) << 3, 0)
  content.writeUInt8((modes & 0xc0) | ((stream >> 3) << 1), 2)
  content.writeUInt8(modes & 0x0f, 3)
  if (dependents > 0) content.writeUInt16BE((dependents << 9) | REAR_PAIR, 4)
  return makeBox('dec3', content)
}

/** Restores the source's `dec3`, whose Atmos flag the encoder drops; without one (Matroska, ffmpeg 4) built from the packet. */
export function withDec3(init: Buffer, sourceDec3: Buffer | null, packet: Buffer): Buffer {
  const entry = `moov/trak/${ENTRY.replace(/\/dec3$/, '')}`
  if (sourceDec3) return putBox(init, entry, sourceDec3)
  return findAll(init, `moov/trak/${ENTRY}`).length > 0 ? init : putBox(init, entry, makeDec3(packet))
}

export const dec3Of = (box: Buffer): Dec3 =>
  readDec3(contentOf(box, { type: 'dec3', start: 0, size: box.length, content: 8 }))

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
