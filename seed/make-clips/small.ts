import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pathOf } from './encoder.ts'
import type { Film } from './film.ts'

const run = promisify(execFile)
const SMALL_SECONDS = 8
const SMALL_UHD_SECONDS = 2

/** Where a film's short cut lies below the clips' folder; undefined when it has none. */
export const smallFile = (film: Film): string | undefined =>
  film.smallFrom === undefined ? undefined : `small/${film.id}.mp4`

/** How long it is. */
export const smallSeconds = (film: Film): number => (film.size === 'uhd' ? SMALL_UHD_SECONDS : SMALL_SECONDS)

/** Cuts the short piece of a film that the quick tests use: 640 × 360, or the full size where that is what it shows. */
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
