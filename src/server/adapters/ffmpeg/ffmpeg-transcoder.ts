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

/** A sound or text track of unknown length is read in at most this many seconds of film. */
const WHOLE_FILM_SECONDS = 3600

const tellingLines = ({ onProgress }: EncoderRun) => createProgressReader((progress) => onProgress?.(progress))

/** ffmpeg and ffprobe behind the media domain's port. */
export function createFfmpeg(binaries: Binaries): Transcoder {
  const programs = createPrograms(binaries)
  const { make, pathOf } = programs
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
    const limits = { ...limitsOf(run, WHOLE_FILM_SECONDS), onLine: tellingLines(run) }
    return parseLoudness((await make(loudnessArgs(file, stream, dirname(run.pidFile)), limits)).stderr)
  }

  /** Says which part is missing before hours are spent. */
  async function encode(plan: EncodePlan, folder: string, run: EncoderRun): Promise<void> {
    const known = await programs.parts()
    const missing = neededParts(plan).find((name) => !known.has(name))
    if (missing) throw new IngestError('NO_ENCODER', { detail: missing })
    await make(encodeArgs(plan, folder), { ...limitsOf(run, plan.seconds), onLine: tellingLines(run) })
  }

  async function preview(input: string, output: string, run: EncoderRun): Promise<void> {
    await make(previewArgs(input, output), limitsOf(run, PREVIEW_SECONDS))
  }

  async function storyboard(plan: StoryboardPlan, folder: string, run: EncoderRun): Promise<void> {
    await make(storyboardArgs(plan), { ...limitsOf(run, plan.count), cwd: folder })
    if ((await readdir(folder)).length === 0) throw new IngestError('ENCODER_FAILED', { detail: 'no storyboard' })
  }

  async function frames(plan: FramePlan, folder: string, run: EncoderRun): Promise<void> {
    for (const at of plan.seconds.keys()) await make(frameArgs(plan, at, folder), limitsOf(run, PREVIEW_SECONDS))
  }

  async function subtitle(wanted: { file: string; stream: number }, output: string, run: EncoderRun): Promise<void> {
    await make(subtitleArgs(wanted.file, wanted.stream, output), limitsOf(run, WHOLE_FILM_SECONDS))
  }
}
