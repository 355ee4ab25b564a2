import { contentOf, findAll, makeBox, putBox } from './mp4-boxes.rules.ts'

const ENTRY = 'mdia/minf/stbl/stsd/ec-3/dec3'

/** What a `dec3` box says beyond the codec: Atmos is known by its extension flag alone. */
export type Dec3 = { isAtmos: boolean; complexity: number }

/**
 * Reads the content of a `dec3` box (ETSI TS 102 366 F.6): substreams, then, where bytes are left,
 * seven reserved bits, `flag_ec3_extension_type_a` and the complexity index.
 */
export function readDec3(content: Buffer): Dec3 {
  const none = { isAtmos: false, complexity: 0 }
  if (content.length < 2) return none
  const substreams = (content.readUInt8(1) & 7) + 1
  let at = 2
  for (let substream = 0; substream < substreams; substream++) {
    if (at + 3 > content.length) return none
    const dependents = (content.readUInt8(at + 2) >> 1) & 0xf
    at += dependents > 0 ? 4 : 3
  }
  if (at + 2 > content.length || (content.readUInt8(at) & 1) === 0) return none
  return { isAtmos: true, complexity: content.readUInt8(at + 1) }
}

/** The whole `dec3` box of each track of a `moov`, in the tracks' order; null for tracks that are not E-AC-3. */
export function dec3Boxes(moov: Buffer): (Buffer | null)[] {
  return findAll(moov, 'moov/trak').map((trak) => {
    const alone = moov.subarray(trak.start, trak.start + trak.size)
    const box = findAll(alone, `trak/${ENTRY}`)[0]
    return box ? Buffer.from(alone.subarray(box.start, box.start + box.size)) : null
  })
}

const SYNC = 0x0b77
const DEPENDENT = 1
/** Where a dependent substream's channels stand when nobody says: behind the listener, as in 7.1. */
const REAR_PAIR = 0x002
const SAMPLE_RATES = [48_000, 44_100, 32_000]
const SAMPLES_IN_PACKET = 1536

/** Builds a `dec3` box from an E-AC-3 packet (ETSI TS 102 366 E.1.2, F.6), for encoders that leave it out. @throws for anything else */
export function makeDec3(packet: Buffer): Buffer {
  let dependents = 0
  for (let at = 0; at + 6 <= packet.length; at += ((packet.readUInt16BE(at + 2) & 0x7ff) + 1) * 2) {
    if (packet.readUInt16BE(at) !== SYNC) throw new Error('not an E-AC-3 packet')
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

/**
 * The init segment of an E-AC-3 copy with the source's own `dec3`, whose Atmos note the encoder forgets; where the source has none
 * (Matroska) and the encoder wrote none either (ffmpeg 4), with one made from the first packet.
 */
export function withDec3(init: Buffer, own: Buffer | null, packet: Buffer): Buffer {
  const entry = `moov/trak/${ENTRY.replace(/\/dec3$/, '')}`
  if (own) return putBox(init, entry, own)
  return findAll(init, `moov/trak/${ENTRY}`).length > 0 ? init : putBox(init, entry, makeDec3(packet))
}

/** Reads a whole `dec3` box. */
export const dec3Of = (box: Buffer): Dec3 =>
  readDec3(contentOf(box, { type: 'dec3', start: 0, size: box.length, content: 8 }))
