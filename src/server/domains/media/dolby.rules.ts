import { IngestError } from './media-errors.ts'
import { contentOf, findAll, makeBox, putBox } from './mp4.rules.ts'

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
