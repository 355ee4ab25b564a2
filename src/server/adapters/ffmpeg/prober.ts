import { IngestError, type SourceFacts, type SourcePacket, type Transcoder } from '#server/domains/media/ports.ts'
import type { Limits } from './process.ts'
import {
  firstFrameArgs,
  framePacketArgs,
  masteringMetadata,
  packetArgs,
  packetEnd,
  probeArgs,
  type Probed,
  readPacket,
  readProbe,
} from './probe.rules.ts'
import type { Programs } from './programs.ts'

/** Limits for reading every packet of a large file from a slow disk. */
const SCAN: Partial<Limits> = { seconds: 3600, stallSeconds: 300 }

/** Reads the properties of a source and its actual end. */
export function createProber({ probe: runProbe }: Programs): Pick<Transcoder, 'probe' | 'lastSecond' | 'packets'> {
  return { probe, lastSecond, packets }

  async function probe(file: string): Promise<SourceFacts> {
    const { code, stdout } = await runProbe(probeArgs(file), { access: { read: [file] } })
    if (code !== 0) throw new IngestError('NOT_A_VIDEO')
    const facts = readProbe(JSON.parse(stdout) as Probed)
    const stream = facts.video.find((stream) => !stream.isCover)
    if (stream?.range !== 'PQ' || stream.masterDisplay) return facts
    const first = await runProbe(firstFrameArgs(file, stream.index), { access: { read: [file] } })
    const [frame] = (JSON.parse(first.stdout || '{}') as { frames?: { side_data_list?: [] }[] }).frames ?? []
    Object.assign(stream, masteringMetadata(frame?.side_data_list ?? []))
    return facts
  }

  /** Reads only the last packets. Falls back to the whole file if there are none. */
  async function lastSecond(file: string, stream: number, declared: number): Promise<number> {
    const from = Math.max(0, declared * 0.97 - 10)
    const quick = from > 0 ? await lastPacket(file, packetArgs(file, stream, from)) : 0
    return quick >= declared * 0.995 ? quick : lastPacket(file, packetArgs(file, stream, null))
  }

  async function packets(file: string, stream: number, onPacket: (packet: SourcePacket) => void): Promise<void> {
    const onLine = (line: string) => onPacket(readPacket(line))
    await runProbe(framePacketArgs(file, stream), { ...SCAN, onLine, access: { read: [file] } })
  }

  async function lastPacket(file: string, args: string[]): Promise<number> {
    let last = 0
    const onLine = (line: string) => {
      last = Math.max(last, packetEnd(line) ?? 0)
    }
    await runProbe(args, { ...SCAN, access: { read: [file] }, onLine })
    return last
  }
}
