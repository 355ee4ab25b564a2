import { execFile } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DriftTitle } from './drift.ts'
import { pathOf } from './encoder.ts'
import type { Film } from './film.ts'
import { LANGUAGES } from './subtitles.ts'

const run = promisify(execFile)

/** Writes clips.json. Sizes and durations are probed from the files. */
export async function writeClipList(
  films: readonly Film[],
  drifts: readonly DriftTitle[],
  folder: string,
): Promise<void> {
  const clips = []
  for (const { id, audio } of films) clips.push(await describe({ id, audio }, folder))
  for (const { id } of drifts) clips.push(await describe({ id, audio: 'stereo' }, folder))
  await writeFile(join(folder, 'clips.json'), `${JSON.stringify({ clips }, null, 2)}\n`)
}

async function describe({ id, audio }: Pick<Film, 'id' | 'audio'>, folder: string) {
  const file = `${id}.mp4`
  const probed = await probe(join(folder, file))
  const bytes = (await stat(join(folder, file))).size
  const subtitles = LANGUAGES.map((lang) => ({ lang, file: `${id}.${lang}.srt` }))
  return { id, file, bytes, ...probed, audio, subtitles }
}

async function probe(path: string) {
  const probeArgs = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=codec_name,width,height,r_frame_rate:format=duration',
    '-of',
    'json',
    path,
  ]
  const { stdout } = await run(await pathOf('ffprobe'), probeArgs)
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; width: number; height: number; r_frame_rate: string }[]
    format: { duration: string }
  }
  const [video] = streams
  if (!video) throw new Error(`no video in ${path}`)
  return {
    codec: video.codec_name,
    width: video.width,
    height: video.height,
    seconds: Math.round(Number(format.duration) * 100) / 100,
    fps: parseInt(video.r_frame_rate),
  }
}
