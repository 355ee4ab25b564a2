import { join } from 'node:path'
import type { FramePlan, StoryboardPlan } from '#server/domains/media/ports.ts'
import { DEEP_LOOK, inputArgs, NO_METADATA, outputFile, QUIET, WITH_PROGRESS } from './input-args.rules.ts'

/** A preview shows at most the first minute (WIRE "movie.previewURL"). */
export const PREVIEW_SECONDS = 60

/** The muted preview of hover cards: a small progressive file that plays while it loads. */
export function previewArgs(input: string, output: string): string[] {
  return [
    ...WITH_PROGRESS,
    ...inputArgs(input),
    '-map',
    '0:v:0',
    '-an',
    '-t',
    `${PREVIEW_SECONDS}`,
    ...NO_METADATA,
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
 * The storyboard's sprites, from the keyframes of a rung alone: a minute of film costs a few milliseconds. Written to the process's
 * own folder, since a folder's name may hold a per cent sign. The sprites are numbered into a constant rate, so that none is doubled.
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

/** Single pictures, each found by its own seek. */
export function frameArgs({ input, seconds }: FramePlan, at: number, folder: string): string[] {
  return [
    ...QUIET,
    '-ss',
    `${seconds[at]}`,
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
    outputFile(join(folder, `frame-${at}.jpg`)),
  ]
}

/**
 * Reads one sound stream through the loudness meter (EBU R 128), folded to stereo as it will be heard.
 * Nothing is written; the job's folder is named as the output so that the process can be told for ours.
 */
export function loudnessArgs(file: string, stream: number, folder: string): string[] {
  return [
    '-hide_banner',
    '-nostdin',
    '-nostats',
    '-loglevel',
    'info',
    '-progress',
    'pipe:1',
    ...DEEP_LOOK,
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

/** The integrated loudness in the meter's summary, in LUFS; null for silence or no summary. */
export function parseLoudness(output: string): number | null {
  const summary = output.slice(output.lastIndexOf('Integrated loudness'))
  const value = Number(/I:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1])
  return Number.isFinite(value) && value > -70 ? value : null
}

/** One text subtitle stream as SubRip. */
export function subtitleArgs(file: string, stream: number, output: string): string[] {
  return [
    ...QUIET,
    ...DEEP_LOOK,
    ...inputArgs(file),
    '-map',
    `0:${stream}`,
    '-c:s',
    'srt',
    '-f',
    'srt',
    outputFile(output),
  ]
}
