/**
 * Renders the demo clips from the catalogue's artwork.
 *
 *   npm run clips -- crossing neon   some clips, by id
 *   npm run clips -- films           every film (about twenty minutes on two cores)
 *   npm run clips -- drifts          every other title: a slow move over its art (about five minutes)
 *   npm run clips -- lists           only clips.json
 *
 * Needs ffmpeg with libx264 and libx265, and the Noto CJK fonts. The rendered clips are part of the repository.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DRIFT_SECONDS, driftLines, type DriftTitle, driftTitles, makeDrift } from './drift.ts'
import { encodeFilm } from './encode.ts'
import { FILMS } from './films.ts'
import { filmSeconds, type Film, type Line } from './film.ts'
import { writeClipList } from './list.ts'
import { reel } from './image/reel.ts'
import { mixSound } from './sound/mix.ts'
import { toWav } from './sound/wav.ts'
import { LANGUAGES, toSrt } from './subtitles.ts'

const CLIPS = fileURLToPath(new URL('../clips/', import.meta.url))

await main(process.argv.slice(2))

async function main(requested: readonly string[]): Promise<void> {
  const titles = JSON.parse(await readFile(join(CLIPS, '../titles.json'), 'utf8')) as DriftTitle[]
  const drifts = driftTitles(titles)
  const ids = [...FILMS, ...drifts].map(({ id }) => id)
  const unknown = requested.filter((word) => !['films', 'drifts', 'lists'].includes(word) && !ids.includes(word))
  if (requested.length === 0 || unknown.length > 0) {
    console.error(`Usage: films, drifts, lists, or some of: ${ids.join(' ')}`)
    process.exitCode = 2
    return
  }
  await mkdir(CLIPS, { recursive: true })
  const isWanted = (all: string, id: string) => requested.includes(all) || requested.includes(id)
  for (const film of FILMS.filter(({ id }) => isWanted('films', id))) {
    await timed(film.id, filmSeconds(film), () => makeFilm(film))
  }
  for (const title of drifts.filter(({ id }) => isWanted('drifts', id))) {
    await timed(title.id, DRIFT_SECONDS, async () => {
      await makeDrift(title, join(CLIPS, `${title.id}.mp4`))
      await writeLines(title.id, driftLines(title))
    })
  }
  await writeClipList(FILMS, drifts, CLIPS)
}

async function makeFilm(film: Film): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'make-clips-'))
  try {
    const wav = join(folder, `${film.id}.wav`)
    await writeFile(wav, toWav(mixSound(film, filmSeconds(film))))
    await encodeFilm(film, reel(film), { wav, out: join(CLIPS, `${film.id}.mp4`) })
    await writeLines(film.id, film.lines)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeLines(id: string, lines: readonly Line[]): Promise<void> {
  for (const language of LANGUAGES) await writeFile(join(CLIPS, `${id}.${language}.srt`), toSrt(lines, language))
}

async function timed(id: string, seconds: number, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`${id}: ${seconds.toFixed(1)} s of film in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
