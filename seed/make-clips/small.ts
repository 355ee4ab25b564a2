import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pathOf } from './encoder.ts'
import type { Film } from './film.ts'

const run = promisify(execFile)
const SMALL_SECONDS = 8
const SMALL_UHD_SECONDS = 2

/** Path of a clip's short version below the clips folder; undefined if it has none. */
export const smallFile = (film: Film): string | undefined =>
  film.smallFrom === undefined ? undefined : `small/${film.id}.mp4`

/** Duration of the short version. */
export const smallSeconds = (film: Film): number => (film.size === 'uhd' ? SMALL_UHD_SECONDS : SMALL_SECONDS)

/** Cuts the short version used by quick tests: 640 × 360, or the full size for the 4K clip. */
export async function cutSmall(film: Film, folder: string): Promise<void> {
  const file = smallFile(film)
  if (file) await run(await pathOf('ffmpeg'), cutArguments(film, join(folder, `${film.id}.mp4`), join(folder, file)))
}

function cutArguments(film: Film, from: string, to: string): string[] {
  const cut = ['-ss', `${film.smallFrom}`, '-i', from, '-t', `${smallSeconds(film)}`]
  const uhd = [
    '-c:v',
    'libx265',
    '-preset',
    'veryfast',
    '-crf',
    '31',
    '-tag:v',
    'hvc1',
    '-x265-params',
    'log-level=error:pools=2',
  ]
  const h264 = ['-vf', 'scale=640:360:flags=lanczos', '-c:v', 'libx264', '-preset', 'slow', '-crf', '27', '-g', '48']
  const sound = ['-c:a', 'aac', '-b:a', film.audio === '5.1' ? '192k' : '64k']
  const file = ['-threads', '2', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', to]
  return ['-v', 'error', '-y', ...cut, ...(film.size === 'uhd' ? uhd : h264), ...sound, ...file]
}
