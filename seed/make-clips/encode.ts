import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathOf } from './encoder.ts'
import { SIZES, type Film } from './film.ts'
import type { Frame } from './image/paint.ts'

/** A closed GOP of two seconds, as in the ladder's rungs, so that the clip is copied and not encoded again. */
export const CLOSED_GOPS = 'scenecut=0:open-gop=0'
export const TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']

const STEREO_KBPS = 72
const SURROUND_KBPS = 192

/**
 * Encodes frames and an audio file as the clip's MP4.
 * @throws when ffmpeg fails
 */
export async function encodeFilm(
  film: Film,
  frames: AsyncIterable<Frame>,
  { wav, out }: { wav: string; out: string },
): Promise<void> {
  const ffmpeg = spawn(await pathOf('ffmpeg'), encodeArguments(film, wav, out), {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(ffmpeg, 'close')
  let lastWrite: Promise<void> = Promise.resolve()
  for await (const frame of frames) {
    await lastWrite
    lastWrite = write(ffmpeg.stdin, frame)
  }
  await lastWrite
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${film.id}`)
}

/** Resolves when the frame's buffer may be reused. */
function write(pipe: NodeJS.WritableStream, { bytes }: Frame): Promise<void> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return new Promise((resolve, reject) => pipe.write(view, (error) => (error ? reject(error) : resolve())))
}

/** The ffmpeg arguments of a clip. */
export function encodeArguments(film: Film, wav: string, out: string): string[] {
  const [width, height] = SIZES[film.size]
  const videoInput = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb0',
    '-s',
    `${width}x${height}`,
    '-r',
    `${film.fps}`,
    '-i',
    'pipe:0',
  ]
  const colours = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv:flags=bilinear,format=yuv420p']
  const kbps = film.audio === '5.1' ? SURROUND_KBPS : STEREO_KBPS
  const audioArgs = ['-c:a', 'aac', '-b:a', `${kbps}k`]
  const file = ['-threads', '2', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', out]
  return ['-v', 'error', '-y', ...videoInput, '-i', wav, ...colours, ...codec(film), ...TAGS, ...audioArgs, ...file]
}

function codec(film: Film): string[] {
  const rate = [
    '-crf',
    `${film.crf}`,
    '-maxrate',
    `${film.maxKbps}k`,
    '-bufsize',
    `${film.maxKbps * 4}k`,
    '-g',
    `${film.fps * 2}`,
  ]
  if (film.size === 'uhd') {
    return [
      '-c:v',
      'libx265',
      '-preset',
      'fast',
      '-tag:v',
      'hvc1',
      '-x265-params',
      `log-level=error:pools=2:keyint=${film.fps * 2}:min-keyint=${film.fps * 2}:${CLOSED_GOPS}`,
      ...rate,
    ]
  }
  return [
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'slow',
    '-x264-params',
    // Four references, so that 1080p keeps a level of the ladder.
    `aq-mode=3:psy-rd=0.6,0:bframes=4:ref=4:${CLOSED_GOPS}`,
    ...rate,
  ]
}
