import { IngestError, type SourceFacts, type Transcoder } from '#server/domains/media/ports.ts'
import type { Limits } from './process.ts'
import { firstFrameArgs, lightOf, packetArgs, packetEnd, probeArgs, type Probed, readProbe } from './probe.rules.ts'
import type { Programs } from './programs.ts'

/** Reading every packet of a large file from a slow disk. */
const SCAN: Partial<Limits> = { seconds: 3600, stallSeconds: 300 }

/** What a source is, and where it really ends. */
export function createProber({ look }: Programs): Pick<Transcoder, 'probe' | 'lastSecond'> {
  return { probe, lastSecond }

  async function probe(file: string): Promise<SourceFacts> {
    const { code, stdout } = await look(probeArgs(file))
    if (code !== 0) throw new IngestError('NOT_A_VIDEO')
    const facts = readProbe(JSON.parse(stdout) as Probed)
    const film = facts.video.find((stream) => !stream.isCover)
    if (film?.range !== 'PQ' || film.masterDisplay) return facts
    const first = await look(firstFrameArgs(file, film.index))
    const [frame] = (JSON.parse(first.stdout || '{}') as { frames?: { side_data_list?: [] }[] }).frames ?? []
    Object.assign(film, lightOf(frame?.side_data_list ?? []))
    return facts
  }

  /** Looks at the last packets alone; only where they are missing is the whole file read. */
  async function lastSecond(file: string, stream: number, declared: number): Promise<number> {
    const from = Math.max(0, declared * 0.97 - 10)
    const quick = from > 0 ? await lastPacket(packetArgs(file, stream, from)) : 0
    return quick >= declared * 0.995 ? quick : lastPacket(packetArgs(file, stream, null))
  }

  async function lastPacket(args: string[]): Promise<number> {
    let last = 0
    const onLine = (line: string) => {
      last = Math.max(last, packetEnd(line) ?? 0)
    }
    await look(args, { ...SCAN, onLine })
    return last
  }
}
