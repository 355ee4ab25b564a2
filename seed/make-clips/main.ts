/**
 * Renders the demo clips from the catalogue's artwork.
 *
 *   node seed/make-clips/main.ts crossing neon   some clips, by id
 *   node seed/make-clips/main.ts all             every clip (about twenty minutes on two cores)
 *   node seed/make-clips/main.ts small           the short versions for tests, from existing clips
 *   node seed/make-clips/main.ts lists           only clips.json and map.json
 *
 * Needs ffmpeg with libx264 and libx265, and the Noto CJK fonts. The rendered clips are part of the repository.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeFilm } from './encode.ts'
import { FILMS } from './films.ts'
import { filmSeconds, type Film } from './film.ts'
import { writeClipList } from './list.ts'
import { writeClipMap } from './map.ts'
import { reel } from './image/reel.ts'
import { cutSmall } from './small.ts'
import { mixSound } from './sound/mix.ts'
import { toWav } from './sound/wav.ts'
import { LANGUAGES, toSrt } from './subtitles.ts'

const CLIPS = fileURLToPath(new URL('../clips/', import.meta.url))

await main(process.argv.slice(2))

async function main(requested: readonly string[]): Promise<void> {
  const unknown = requested.filter(
    (word) => !['all', 'small', 'lists'].includes(word) && !FILMS.some((film) => film.id === word),
  )
  if (requested.length === 0 || unknown.length > 0) {
    console.error(`Usage: all, small, lists, or some of: ${FILMS.map((film) => film.id).join(' ')}`)
    process.exitCode = 2
    return
  }
  await mkdir(join(CLIPS, 'small'), { recursive: true })
  const all = requested.includes('all')
  for (const film of FILMS.filter(({ id }) => all || requested.includes(id))) await makeFilm(film)
  if (all || requested.includes('small')) for (const film of FILMS) await cutSmall(film, CLIPS)
  if (all || requested.includes('small') || requested.includes('lists')) {
    await writeClipList(FILMS, CLIPS)
    await writeClipMap(CLIPS)
  }
}

async function makeFilm(film: Film): Promise<void> {
  const started = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'make-clips-'))
  try {
    const wav = join(folder, `${film.id}.wav`)
    await writeFile(wav, toWav(mixSound(film, filmSeconds(film))))
    await encodeFilm(film, reel(film), { wav, out: join(CLIPS, `${film.id}.mp4`) })
    for (const language of LANGUAGES) await writeFile(join(CLIPS, `${film.id}.${language}.srt`), toSrt(film, language))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(
    `${film.id}: ${filmSeconds(film).toFixed(1)} s of film in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}
