import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type EncodePlan,
  type EncoderRun,
  type FramePlan,
  IngestError,
  type StoryboardPlan,
  type Transcoder,
} from '#server/domains/media/ports.ts'
import type { Binaries } from './binaries.ts'
import { encodeArgs, neededParts } from './encode-args.rules.ts'
import {
  frameArgs,
  loudnessArgs,
  parseLoudness,
  previewArgs,
  PREVIEW_SECONDS,
  storyboardArgs,
  subtitleArgs,
} from './image-args.rules.ts'
import { createProber } from './prober.ts'
import { endOrphan } from './process.ts'
import { createPrograms, limitsOf } from './programs.ts'
import { createProgressReader } from './progress.rules.ts'
import { shellLine } from './shell.rules.ts'

/** Assumed duration for the time limit of reading an audio or subtitle track of unknown length. */
const ASSUMED_SECONDS = 3600

const progressLines = ({ onProgress }: EncoderRun) => createProgressReader((progress) => onProgress?.(progress))

/** Implements the transcoder port with ffmpeg and ffprobe. */
export function createFfmpeg(binaries: Binaries): Transcoder {
  const programs = createPrograms(binaries)
  const { encode: runEncoder, pathOf } = programs
  return {
    ...createProber(programs),
    loudness,
    encode,
    commandLine: (plan, folder) => shellLine([pathOf('ffmpeg'), ...encodeArgs(plan, folder)]),
    preview,
    storyboard,
    frames,
    subtitle,
    endOrphan: (pidFile) => endOrphan(pidFile, dirname(pidFile)),
  }

  async function loudness(file: string, stream: number, run: EncoderRun): Promise<number | null> {
    const limits = { ...limitsOf(run, ASSUMED_SECONDS), onLine: progressLines(run) }
    return parseLoudness((await runEncoder(loudnessArgs(file, stream, dirname(run.pidFile)), limits)).stderr)
  }

  /** Checks the required encoders and filters before a long run starts. */
  async function encode(plan: EncodePlan, folder: string, run: EncoderRun): Promise<void> {
    const available = await programs.parts()
    const missing = neededParts(plan).find((name) => !available.has(name))
    if (missing) throw new IngestError('NO_ENCODER', { detail: missing })
    await runEncoder(encodeArgs(plan, folder), { ...limitsOf(run, plan.seconds), onLine: progressLines(run) })
  }

  async function preview(input: string, output: string, run: EncoderRun & { isCopy?: boolean }): Promise<void> {
    await runEncoder(previewArgs(input, output, run), limitsOf(run, PREVIEW_SECONDS))
  }

  async function storyboard(plan: StoryboardPlan, folder: string, run: EncoderRun): Promise<void> {
    await runEncoder(storyboardArgs(plan), { ...limitsOf(run, plan.count), cwd: folder })
    if ((await readdir(folder)).length === 0) throw new IngestError('ENCODER_FAILED', { detail: 'no storyboard' })
  }

  async function frames(plan: FramePlan, folder: string, run: EncoderRun): Promise<void> {
    for (const at of plan.seconds.keys()) await runEncoder(frameArgs(plan, at, folder), limitsOf(run, PREVIEW_SECONDS))
  }

  async function subtitle(source: { file: string; stream: number }, output: string, run: EncoderRun): Promise<void> {
    await runEncoder(subtitleArgs(source.file, source.stream, output), limitsOf(run, ASSUMED_SECONDS))
  }
}
