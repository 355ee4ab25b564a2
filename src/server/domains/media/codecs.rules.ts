import { contentOf, findAll } from './mp4-boxes.rules.ts'

const STSD = 'moov/trak/mdia/minf/stbl/stsd'

const hex = (value: number) => value.toString(16).toUpperCase()
const hex2 = (value: number) => hex(value).padStart(2, '0')

/**
 * Codec string (RFC 6381) of an init segment, for CODECS in EXT-X-STREAM-INF.
 * @throws for a codec that the encoder never produces
 */
export function codecOf(init: Buffer): string {
  const avcC = findAll(init, `${STSD}/avc1/avcC`)[0]
  if (avcC) return avcCodec(contentOf(init, avcC))
  const hvcC = findAll(init, `${STSD}/hvc1/hvcC`)[0]
  if (hvcC) return hevcCodec(contentOf(init, hvcC))
  const entry = findAll(init, `${STSD}/*`)[0]?.type
  if (entry === 'mp4a') return 'mp4a.40.2'
  if (entry === 'ac-3' || entry === 'ec-3') return entry
  throw new Error(`unexpected sample entry ${entry}`)
}

/** Profile, constraints and level from the AVC decoder configuration record (ISO 14496-15 5.3.3). */
export function avcCodec(record: Buffer): string {
  return `avc1.${[...record.subarray(1, 4)].map(hex2).join('').toLowerCase()}`
}

/**
 * ISO 14496-15 annex E.3: profile space and profile, compatibility flags in reverse bit order, tier and level,
 * constraint bytes without trailing zeros.
 */
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
