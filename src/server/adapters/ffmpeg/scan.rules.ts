import type { StreamScan } from '#server/domains/media/ports.ts'
import { DEEP_PROBE, inputArgs } from './input-args.rules.ts'

/**
 * ffprobe arguments to list every packet: stream index, presentation time, decoding time and duration, one per line.
 */
export const packetArgs = (file: string): string[] => [
  '-hide_banner',
  '-loglevel',
  'error',
  ...DEEP_PROBE,
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time',
  '-print_format',
  'csv=print_section=0',
  ...inputArgs(file),
]

/**
 * Times of a packet. `time` is its presentation time, or its decoding time if it has none; `decoding` is NaN where the
 * container does not tell it.
 */
export type PacketTimes = { stream: number; time: number; end: number; decoding: number }

/** Parses a listed packet; null for an unusable line. Some versions add the packet's side data. */
export function readPacketTimes(line: string): PacketTimes | null {
  const [stream = NaN, pts = NaN, dts = NaN, length = NaN] = line
    .split(',', 4)
    .map((field) => (field === '' ? NaN : Number(field)))
  const time = Number.isFinite(pts) ? pts : dts
  if (!Number.isInteger(stream) || !Number.isFinite(time)) return null
  return { stream, time, end: time + (length > 0 ? length : 0), decoding: dts }
}

/** Collects packets into what their streams really are. */
export function createScan() {
  const streams = new Map<number, StreamScan & { latest: number; decodingBefore: [number, number] }>()
  return {
    streams,
    add({ stream, time, end, decoding }: PacketTimes): void {
      const seen = streams.get(stream) ?? {
        packets: 0,
        end: time,
        longestGap: 0,
        longestReturn: 0,
        latest: time,
        decodingBefore: [-Infinity, -Infinity],
      }
      seen.packets += 1
      // From start to start: some containers give the packet before a gap the whole gap as its duration.
      seen.longestGap = Math.max(seen.longestGap, time - seen.latest)
      seen.latest = Math.max(seen.latest, time)
      if (Number.isFinite(decoding)) {
        // Compared with two packets: one alone may have a wrong time.
        seen.longestReturn = Math.max(seen.longestReturn, Math.min(...seen.decodingBefore) - decoding)
        seen.decodingBefore = [seen.decodingBefore[1], decoding]
      }
      seen.end = Math.max(seen.end, end)
      streams.set(stream, seen)
    },
  }
}
