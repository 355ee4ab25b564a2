import type { EncodePlan, Rational, Rung, SourcePacket, VideoPlan, VideoStreamFacts } from './media-model.ts'
import { contentOf, findAll } from './mp4.rules.ts'

/** In seconds at the maximum bit rate. */
export const BUFFER_SECONDS = 1.5

/** The largest rung, if the source equals its codec, size and pixel format. */
export function copyCandidate(stream: VideoStreamFacts, { rungs }: VideoPlan): Rung | null {
  const [top] = rungs
  const isSame = top && top.codec === stream.codec && top.width === stream.width && top.height === stream.height
  return isSame && stream.isPlain === true && stream.range === 'SDR' ? top : null
}

export type CopyTarget = { frameRate: Rational; gopFrames: number; maxKbps: number; startSeconds: number }

export interface CopyCheck {
  add(packet: SourcePacket): void
  /** Keyframes exactly at the GOP boundaries, closed GOPs, constant frame rate, bit rate. */
  fits(frames: number): boolean
}

export function createCopyCheck({ frameRate, gopFrames, maxKbps, startSeconds }: CopyTarget): CopyCheck {
  const frameSeconds = frameRate.den / frameRate.num
  // Containers round times to milliseconds.
  const tolerance = frameSeconds / 4
  const bitsOfGop = maxKbps * 1000 * gopFrames * frameSeconds
  let doesFit = true
  let frames = 0
  let surplus = 0
  let gop: SourcePacket[] = []

  function endGop(): void {
    const first = frames - gop.length
    const times = gop.map(({ pts }) => pts ?? NaN)
    const isKeyframeFirst = times.every((time) => time >= times[0]!)
    const isConstant = times
      .toSorted((a, b) => a - b)
      .every((time, n) => Math.abs(time - startSeconds - (first + n) * frameSeconds) <= tolerance)
    const bits = gop.reduce((sum, { bytes }) => sum + bytes * 8, 0)
    surplus = Math.max(0, surplus + bits - (bitsOfGop * gop.length) / gopFrames)
    doesFit &&= isKeyframeFirst && isConstant && surplus <= maxKbps * 1000 * BUFFER_SECONDS
    gop = []
  }

  return {
    add(packet) {
      if (!doesFit) return
      const isBoundary = frames % gopFrames === 0
      if (isBoundary && frames > 0) endGop()
      doesFit &&= packet.isKeyframe === isBoundary && !packet.isDiscarded
      gop.push(packet)
      frames += 1
    },
    fits(expected) {
      if (gop.length > 0) endGop()
      return doesFit && frames > 0 && frames === expected
    },
  }
}

/** Copies the largest rung from the source. A lean plan drops lower rungs. */
export function withCopy(plan: EncodePlan, { lean }: { lean: boolean }): EncodePlan {
  const [top, ...lower] = plan.video.rungs
  if (!top) return plan
  // Not every player decodes HEVC: one H.264 rung stays.
  const kept = lean ? lower.slice(0, top.codec === 'hevc' ? 1 : 0) : lower
  return { ...plan, video: { ...plan.video, copied: top.name, rungs: [top, ...kept] } }
}

export class CopyRefused extends Error {}

const CONFIG = 'moov/trak/mdia/minf/stbl/stsd'

/** NAL unit types (ITU-T H.264 table 7-1, H.265 table 7-1). */
const NAL = {
  avc: { typeOf: (first: number) => first & 0x1f, idr: [5], pictures: [1, 5], parameters: [7, 8] },
  hevc: {
    typeOf: (first: number) => (first >> 1) & 0x3f,
    idr: [19, 20],
    pictures: [...Array(32).keys()],
    parameters: [32, 33, 34],
  },
}

function* unitsOf(sample: Buffer): Generator<Buffer> {
  for (let offset = 0; offset + 4 < sample.length;) {
    const size = sample.readUInt32BE(offset)
    if (size === 0 || offset + 4 + size > sample.length) throw new CopyRefused('a NAL unit exceeds its sample')
    yield sample.subarray(offset + 4, offset + 4 + size)
    offset += 4 + size
  }
}

/** The first sample of each copied GOP must be an IDR picture with the init segment's parameter sets. @throws CopyRefused */
export function checkKeyframe(init: Buffer, keyframe: Buffer): void {
  const avc = findAll(init, `${CONFIG}/avc1/avcC`)[0]
  const box = avc ?? findAll(init, `${CONFIG}/hvc1/hvcC`)[0]
  if (!box) throw new CopyRefused('no decoder configuration')
  const record = contentOf(init, box)
  const { typeOf, idr, pictures, parameters } = avc ? NAL.avc : NAL.hevc
  const lengthSize = (record.readUInt8(avc ? 4 : 21) & 3) + 1
  if (lengthSize !== 4) throw new CopyRefused('unusual NAL unit lengths')
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

/** Composition offsets on the constant frame clock, in the order of the source's times. */
export function frameOffsets(times: readonly number[], frameTicks: number): number[] {
  const order = [...times.keys()].toSorted((a, b) => times[a]! - times[b]!)
  const offsets = Array.from({ length: times.length }, () => 0)
  for (const [rank, index] of order.entries()) offsets[index] = (rank - index) * frameTicks
  return offsets
}
