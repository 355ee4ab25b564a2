import { type EncoderRun, IngestError } from '#server/domains/media/ports.ts'
import type { Binaries } from './binaries.ts'
import type { Confinement } from './confinement.ts'
import { type ProcessResult, type Limits, runLimited } from './process.ts'

const PROBE_LIMITS: Limits = { seconds: 120, stallSeconds: 120 }
const STALL_SECONDS = 600
/** Time limit per second of video, for 4K HEVC at lowest priority on a small machine. */
const SECONDS_PER_SECOND = 60
const SECONDS_MIN = 1800

/** Limits of an encoder run for a video of this duration. */
export const limitsOf = ({ signal, pidFile, background }: EncoderRun, durationSeconds: number): Limits => ({
  seconds: SECONDS_MIN + durationSeconds * SECONDS_PER_SECOND,
  stallSeconds: STALL_SECONDS,
  signal,
  pidFile,
  background,
})

const lastLine = (stderr: string) => stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''

type Failure = 'ENCODER_FAILED' | 'DAMAGED'

/** Runs ffmpeg and ffprobe. */
export type Programs = ReturnType<typeof createPrograms>

export function createPrograms(binaries: Binaries, findConfinement: () => Promise<Confinement | undefined>) {
  let buildParts: Promise<ReadonlySet<string>> | undefined
  let confinement: Promise<Confinement | undefined> | undefined
  const confined = async (limits: Limits): Promise<Limits> => ({
    ...limits,
    confinement: await (confinement ??= findConfinement()),
  })
  return { pathOf, probe, encode, parts: () => (buildParts ??= listParts()) }

  /** @throws NO_ENCODER if the program is not installed */
  function pathOf(name: 'ffmpeg' | 'ffprobe'): string {
    const path = binaries[name]
    if (!path) throw new IngestError('NO_ENCODER', { detail: name })
    return path
  }

  /** Runs ffprobe and returns its result, whatever the exit code. */
  async function probe(args: string[], limits: Partial<Limits> = {}): Promise<ProcessResult> {
    return runLimited(pathOf('ffprobe'), args, await confined({ ...PROBE_LIMITS, ...limits }))
  }

  /**
   * Runs ffmpeg.
   * @param failure the error if it fails: DAMAGED for a run that decodes the operator's file
   * @throws that error, with the last line of ffmpeg's error output for the log
   */
  async function encode(args: string[], limits: Limits, failure: Failure = 'ENCODER_FAILED'): Promise<ProcessResult> {
    const ended = await runLimited(pathOf('ffmpeg'), args, await confined(limits))
    if (ended.code !== 0) throw new IngestError(failure, { detail: lastLine(ended.stderr) })
    return ended
  }

  /** Encoders and filters in this ffmpeg build: every word of its listings. */
  async function listParts(): Promise<ReadonlySet<string>> {
    const list = (name: string) => runLimited(pathOf('ffmpeg'), ['-hide_banner', name], PROBE_LIMITS)
    const lists = await Promise.all([list('-encoders'), list('-filters')])
    return new Set(lists.flatMap(({ stdout }) => stdout.split(/\s+/)))
  }
}
