import { writeFile } from 'node:fs/promises'
import { launch } from '../../support/launch.ts'
import { runEncoder } from '../../support/programs.ts'

/** What `ingest` said of a film. */
export interface BroughtIn {
  programId: string
  exitCode: number | null
  /** All that it printed. */
  lines: string[]
}

/** A clip with a counter of seconds in the picture, a tone, and a line of subtitles for every two seconds. */
export async function makeVideo(file: string, { seconds, size }: { seconds: number; size: string }) {
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=24`]
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=330']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await runEncoder('ffmpeg', ['-v', 'error', ...picture, ...sound, '-t', String(seconds), ...codecs, file])
  const subtitles = `${file}.srt`
  await writeFile(subtitles, Array.from({ length: seconds / 2 }, (_, n) => cue(n)).join('\n'))
  return { file, subtitles }
}

/** Runs `ingest` against a running service's data folder. */
export async function bringIn(dataDir: string, film: { file: string }, args: string[]): Promise<BroughtIn> {
  const command = launch(['ingest', film.file, ...args], { dataDir })
  const exitCode = await command.exitCode
  const { lines } = command
  if (exitCode !== 0) throw new Error(`ingest ended with ${exitCode}:\n${lines.join('\n')}`)
  return { programId: lines.at(-1) ?? '', exitCode, lines }
}

const two = (value: number) => String(value).padStart(2, '0')
const cue = (n: number) => `${n + 1}\n00:00:${two(2 * n)},000 --> 00:00:${two(2 * n + 2)},000\n第 ${n + 1} 句字幕\n`
