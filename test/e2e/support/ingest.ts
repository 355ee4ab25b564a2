import { writeFile } from 'node:fs/promises'
import { launch } from '../../support/launch.ts'
import { runEncoder } from '../../support/programs.ts'

/** The result of the `ingest` command. */
export interface IngestResult {
  programId: string
  exitCode: number | null
  /** The lines of its output. */
  lines: string[]
}

/** A test clip: its length, its picture size, and the languages of its sound, ISO 639-2. */
interface TestVideo {
  seconds: number
  size: string
  audio?: readonly string[]
}

/** Creates a test clip with a visible counter of seconds, a tone for each language, and a subtitle every two seconds. */
export async function makeVideo(file: string, { seconds, size, audio = ['yue'] }: TestVideo) {
  const sources = [`testsrc=size=${size}:rate=24`, ...audio.map((_, n) => `sine=frequency=${330 * (n + 1)}`)]
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source])
  const streams = sources.flatMap((_, n) => ['-map', String(n)])
  const languages = audio.flatMap((language, n) => [`-metadata:s:a:${n}`, `language=${language}`])
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const length = ['-t', String(seconds)]
  await runEncoder('ffmpeg', ['-v', 'error', ...inputs, ...streams, ...length, ...codecs, ...languages, file])
  const subtitles = `${file}.srt`
  await writeFile(subtitles, Array.from({ length: seconds / 2 }, (_, n) => cue(n)).join('\n'))
  return { file, subtitles }
}

/** Runs `ingest` against a running service's data folder. */
export async function runIngest(dataDir: string, video: { file: string }, args: string[]): Promise<IngestResult> {
  const command = launch(['ingest', video.file, ...args], { dataDir })
  const exitCode = await command.exitCode
  const { lines } = command
  if (exitCode !== 0) throw new Error(`ingest ended with ${exitCode}:\n${lines.join('\n')}`)
  return { programId: lines.at(-1) ?? '', exitCode, lines }
}

const two = (value: number) => String(value).padStart(2, '0')
const cue = (n: number) => `${n + 1}\n00:00:${two(2 * n)},000 --> 00:00:${two(2 * n + 2)},000\n第 ${n + 1} 句字幕\n`
