import type { EncodePlan, Rational, Rung, SourceFacts, SourcePacket, VideoPlan } from './media-model.ts'
import { mainVideoStream } from './source.rules.ts'

/** Size of the encoder's buffer relative to a second at the maximum bit rate. */
export const BUFFER_SECONDS = 1.5

/** The rung that a source may already be: the largest, if codec, size and picture format equal the rung's. */
export function copyCandidate(source: SourceFacts, { rungs }: VideoPlan): Rung | null {
  const stream = mainVideoStream(source)
  const [top] = rungs
  const isSame = top && top.codec === stream.codec && top.width === stream.width && top.height === stream.height
  return isSame && stream.isPlain === true && stream.range === 'SDR' ? top : null
}

/** What the packets of a source have to match to be copied. */
export type CopyTarget = { frameRate: Rational; gopFrames: number; maxKbps: number; startSeconds: number }

/** Check of a video stream's packets, in decoding order. */
export interface CopyCheck {
  add(packet: SourcePacket): void
  /** Whether all packets fit: keyframes exactly at the GOP boundaries, closed GOPs, constant frame rate, bit rate. */
  fits(frames: number): boolean
}

/** Starts the check of a source against the rung that it may be. */
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

/** The plan in which the largest rung is copied from the source. A lean plan has no rung below that any player needs. */
export function withCopy(plan: EncodePlan, { lean }: { lean: boolean }): EncodePlan {
  const [top, ...lower] = plan.video.rungs
  if (!top) return plan
  // Not every player decodes HEVC: one H.264 rung stays beside it.
  const kept = lean ? lower.slice(0, top.codec === 'hevc' ? 1 : 0) : lower
  return { ...plan, video: { ...plan.video, copied: top.name, rungs: [top, ...kept] } }
}
