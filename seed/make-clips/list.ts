import { execFile } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pathOf } from './encoder.ts'
import type { Film } from './film.ts'
import { COUNTER } from './image/stamp.ts'
import { smallFile, smallSeconds } from './small.ts'
import { LANGUAGES } from './subtitles.ts'

const run = promisify(execFile)

/** Writes clips.json. Sizes and durations are probed from the files. */
export async function writeClipList(films: readonly Film[], folder: string): Promise<void> {
  const clips = []
  for (const film of films) clips.push(await describe(film, folder))
  await writeFile(join(folder, 'clips.json'), `${JSON.stringify({ counter: COUNTER, clips }, null, 2)}\n`)
}

async function describe(film: Film, folder: string) {
  const file = `${film.id}.mp4`
  const probed = await probe(join(folder, file))
  const small = smallFile(film)
  return {
    id: film.id,
    file,
    bytes: (await stat(join(folder, file))).size,
    ...probed,
    fps: film.fps,
    audio: film.audio,
    subtitles: LANGUAGES.map((lang) => ({ lang, file: `${film.id}.${lang}.srt` })),
    titleZh: film.titleZh,
    titleEn: film.titleEn,
    mood: film.mood,
    kids: film.kids,
    ...(small ? { small: { file: small, from: film.smallFrom, seconds: smallSeconds(film) } } : {}),
  }
}

async function probe(path: string) {
  const probeArgs = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=codec_name,width,height:format=duration',
    '-of',
    'json',
    path,
  ]
  const { stdout } = await run(await pathOf('ffprobe'), probeArgs)
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; width: number; height: number }[]
    format: { duration: string }
  }
  const [video] = streams
  if (!video) throw new Error(`no video in ${path}`)
  return {
    codec: video.codec_name,
    width: video.width,
    height: video.height,
    seconds: Math.round(Number(format.duration) * 100) / 100,
  }
}
