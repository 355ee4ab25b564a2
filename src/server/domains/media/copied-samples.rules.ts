import { contentOf, findAll } from './mp4-boxes.rules.ts'

/** The source's frames cannot be copied after all: it has to be encoded. */
export class CopyRefused extends Error {}

const CONFIG = 'moov/trak/mdia/minf/stbl/stsd'

/** NAL unit types by codec (ITU-T H.264 table 7-1, H.265 table 7-1). */
const NAL = {
  avc: { typeOf: (first: number) => first & 0x1f, idr: [5], pictures: [1, 5], parameters: [7, 8] },
  hevc: {
    typeOf: (first: number) => (first >> 1) & 0x3f,
    idr: [19, 20],
    pictures: [...Array(32).keys()],
    parameters: [32, 33, 34],
  },
}

/** The NAL units of a sample, each preceded by its length in four bytes. */
function* unitsOf(sample: Buffer): Generator<Buffer> {
  for (let offset = 0; offset + 4 < sample.length;) {
    const size = sample.readUInt32BE(offset)
    if (size === 0 || offset + 4 + size > sample.length) throw new CopyRefused('a NAL unit exceeds its sample')
    yield sample.subarray(offset + 4, offset + 4 + size)
    offset += 4 + size
  }
}

/**
 * Checks the first sample of each copied GOP: an IDR picture, which no later frame looks behind, and no parameter sets
 * that differ from those of the init segment.
 * @throws CopyRefused
 */
export function createSampleCheck(init: Buffer): (keyframe: Buffer) => void {
  const avc = findAll(init, `${CONFIG}/avc1/avcC`)[0]
  const box = avc ?? findAll(init, `${CONFIG}/hvc1/hvcC`)[0]
  if (!box) throw new CopyRefused('no decoder configuration')
  const record = contentOf(init, box)
  const { typeOf, idr, pictures, parameters } = avc ? NAL.avc : NAL.hevc
  const lengthSize = (record.readUInt8(avc ? 4 : 21) & 3) + 1
  if (lengthSize !== 4) throw new CopyRefused('unusual NAL unit lengths')
  return (keyframe) => {
    let isIdr = false
    for (const unit of unitsOf(keyframe)) {
      const type = typeOf(unit.readUInt8(0))
      if (parameters.includes(type) && !record.includes(unit)) throw new CopyRefused('the parameter sets change')
      if (!pictures.includes(type)) continue
      if (!idr.includes(type)) throw new CopyRefused('a GOP does not start with an IDR picture')
      isIdr = true
    }
    if (!isIdr) throw new CopyRefused('a GOP has no IDR picture')
  }
}

/**
 * Composition offsets of a closed GOP on the constant frame clock: presentation follows the order of the source's
 * times, whatever its rounding.
 */
export function frameOffsets(times: readonly number[], frameTicks: number): number[] {
  const order = [...times.keys()].toSorted((a, b) => times[a]! - times[b]!)
  const offsets = Array.from({ length: times.length }, () => 0)
  for (const [rank, index] of order.entries()) offsets[index] = (rank - index) * frameTicks
  return offsets
}
