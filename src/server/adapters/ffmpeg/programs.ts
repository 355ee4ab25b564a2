import { type EncoderRun, IngestError } from '#server/domains/media/ports.ts'
import type { Binaries } from './binaries.ts'
import { type Ended, type Limits, runLimited } from './process.ts'

const LOOK: Limits = { seconds: 120, stallSeconds: 120 }
const STALL_SECONDS = 600
/** The slowest that a film may be made: 4K HEVC at lowest priority on a small machine. */
const SECONDS_PER_SECOND = 60
const SECONDS_AT_LEAST = 1800

/** What a run of the encoder may take, for this much film. */
export const limitsOf = ({ signal, pidFile, background }: EncoderRun, filmSeconds: number): Limits => ({
  seconds: SECONDS_AT_LEAST + filmSeconds * SECONDS_PER_SECOND,
  stallSeconds: STALL_SECONDS,
  signal,
  pidFile,
  background,
})

const lastLine = (stderr: string) => stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''

/** The two programs, as they are run. */
export type Programs = ReturnType<typeof createPrograms>

export function createPrograms(binaries: Binaries) {
  let parts: Promise<ReadonlySet<string>> | undefined
  return { pathOf, look, make, parts: () => (parts ??= listParts()) }

  /** @throws NO_ENCODER on a machine that has none */
  function pathOf(name: keyof Binaries): string {
    const path = binaries[name]
    if (!path) throw new IngestError('NO_ENCODER', { detail: name })
    return path
  }

  /** Runs ffprobe; its exit code is an answer. */
  async function look(args: string[], limits: Partial<Limits> = {}): Promise<Ended> {
    return runLimited(pathOf('ffprobe'), args, { ...LOOK, ...limits })
  }

  /** Runs ffmpeg. @throws ENCODER_FAILED with its last words */
  async function make(args: string[], limits: Limits): Promise<Ended> {
    const ended = await runLimited(pathOf('ffmpeg'), args, limits)
    if (ended.code !== 0) throw new IngestError('ENCODER_FAILED', { detail: lastLine(ended.stderr) })
    return ended
  }

  /** Every word in the encoder's own lists: which codecs and filters it was built with. */
  async function listParts(): Promise<ReadonlySet<string>> {
    const list = (name: string) => runLimited(pathOf('ffmpeg'), ['-hide_banner', name], LOOK)
    const lists = await Promise.all([list('-encoders'), list('-filters')])
    return new Set(lists.flatMap(({ stdout }) => stdout.split(/\s+/)))
  }
}
