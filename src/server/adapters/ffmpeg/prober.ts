import {
  IngestError,
  type SourceFacts,
  type SourcePacket,
  type StreamScan,
  type Transcoder,
} from '#server/domains/media/ports.ts'
import type { Limits } from './process.ts'
import {
  firstFrameArgs,
  framePacketArgs,
  masteringMetadata,
  probeArgs,
  type Probed,
  readFramePacket,
  readProbe,
} from './probe.rules.ts'
import type { Programs } from './programs.ts'
import { createScan, packetArgs, readPacketTimes } from './scan.rules.ts'

/** Limits for reading every packet of a large file from a slow disk. */
const SCAN: Partial<Limits> = { seconds: 3600, stallSeconds: 300 }

/** Reads the properties of a source, and its packets. */
export function createProber({ probe: runProbe }: Programs): Pick<Transcoder, 'probe' | 'scan' | 'packets'> {
  return { probe, scan, packets }

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

  async function packets(file: string, stream: number, onPacket: (packet: SourcePacket) => void): Promise<void> {
    const onLine = (line: string) => onPacket(readFramePacket(line))
    await runProbe(framePacketArgs(file, stream), { ...SCAN, onLine, access: { read: [file] } })
  }

  async function scan(file: string): Promise<ReadonlyMap<number, StreamScan>> {
    const { streams, add } = createScan()
    const onLine = (line: string) => {
      const packet = readPacketTimes(line)
      if (packet) add(packet)
    }
    const { code } = await runProbe(packetArgs(file), { ...SCAN, access: { read: [file] }, onLine })
    if (code !== 0) throw new IngestError('DAMAGED', { detail: `ffprobe ended with ${code}` })
    return streams
  }
}
