import { join } from 'node:path'
import type { FramePlan, StoryboardPlan } from '#server/domains/media/ports.ts'
import { DEEP_PROBE, inputArgs, NO_METADATA, outputFile, QUIET, WITH_PROGRESS } from './input-args.rules.ts'

/** WIRE "movie.previewURL". */
export const PREVIEW_SECONDS = 60

/** The muted preview of hover cards: small and progressive. */
export function previewArgs(input: string, output: string, { isCopy = false }: { isCopy?: boolean } = {}): string[] {
  const copied = ['-c:v', 'copy', '-movflags', '+faststart', '-f', 'mp4', outputFile(output)]
  return [...previewInput(input), ...(isCopy ? copied : encodedPreview(output))]
}

const previewInput = (input: string): string[] => [
  ...WITH_PROGRESS,
  ...inputArgs(input),
  '-map',
  '0:v:0',
  '-an',
  '-t',
  `${PREVIEW_SECONDS}`,
  ...NO_METADATA,
]

function encodedPreview(output: string): string[] {
  return [
    '-vf',
    "scale=w='if(gt(iw,ih),-2,min(480,iw))':h='if(gt(iw,ih),min(480,ih),-2)':flags=bicubic,setsar=1",
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-profile:v',
    'main',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    '28',
    '-maxrate',
    '600k',
    '-bufsize',
    '1200k',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    outputFile(output),
  ]
}

/**
 * Decodes keyframes only: milliseconds per minute of video. Writes to the working directory, since a folder name may contain a per
 * cent sign. Frames are renumbered to a constant rate so that none is duplicated.
 */
export function storyboardArgs(plan: StoryboardPlan): string[] {
  const { everyKeyframes, tileWidth, tileHeight, columns, rows } = plan
  const filters = [
    `select='not(mod(n,${everyKeyframes}))'`,
    `scale=w=${tileWidth}:h=${tileHeight}:flags=bicubic`,
    `tile=layout=${columns}x${rows}`,
    'setpts=N/(25*TB)',
  ]
  return [
    ...QUIET,
    '-skip_frame',
    'nokey',
    ...inputArgs(plan.input),
    '-map',
    '0:v:0',
    ...NO_METADATA,
    '-vf',
    filters.join(','),
    '-r',
    '25',
    '-q:v',
    '5',
    '-start_number',
    '0',
    '-f',
    'image2',
    '%d.jpg',
  ]
}

export function frameArgs({ input, seconds }: FramePlan, index: number, folder: string): string[] {
  return [
    ...QUIET,
    '-ss',
    `${seconds[index]}`,
    ...inputArgs(input),
    '-map',
    '0:v:0',
    ...NO_METADATA,
    '-frames:v',
    '1',
    '-q:v',
    '3',
    '-f',
    'image2',
    '-update',
    '1',
    outputFile(join(folder, `frame-${index}.jpg`)),
  ]
}

/** EBU R 128, mixed to stereo as it is played. Writes nothing: the job's folder as output identifies the process as ours. */
export function loudnessArgs(file: string, stream: number, folder: string): string[] {
  return [
    '-hide_banner',
    '-nostdin',
    '-nostats',
    '-loglevel',
    'info',
    '-progress',
    'pipe:1',
    ...DEEP_PROBE,
    ...inputArgs(file),
    '-map',
    `0:${stream}`,
    '-vn',
    '-sn',
    '-dn',
    '-af',
    'aresample=48000,aformat=channel_layouts=stereo,ebur128=framelog=verbose',
    '-f',
    'null',
    outputFile(join(folder, 'loudness')),
  ]
}

/** LUFS; null for silence or a missing summary. */
export function parseLoudness(output: string): number | null {
  const summary = output.slice(output.lastIndexOf('Integrated loudness'))
  const value = Number(/I:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1])
  return Number.isFinite(value) && value > -70 ? value : null
}

/** ASS for an output `*.ass`, else SubRip. ffmpeg's conversion from ASS to SubRip turns drawings into text. */
export function subtitleArgs(file: string, stream: number, output: string): string[] {
  const format = output.endsWith('.ass') ? 'ass' : 'srt'
  return [
    ...QUIET,
    ...DEEP_PROBE,
    ...inputArgs(file),
    '-map',
    `0:${stream}`,
    '-c:s',
    format,
    '-f',
    format,
    outputFile(output),
  ]
}
