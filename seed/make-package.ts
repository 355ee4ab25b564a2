/**
 * Makes the clear package of one clip, so that a new installation has a playable title before anything is encoded.
 * The package is encrypted at the first start with a key generated there.
 *
 *   node seed/make-package.ts tram
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { packageSource } from '#server/domains/media/index.ts'

const HERE = import.meta.dirname
const LANGUAGES = ['zh-Hant', 'en']

const [clip] = process.argv.slice(2)
if (!clip) {
  console.error('Usage: node seed/make-package.ts <clip>')
  process.exit(2)
}
const work = await mkdtemp(join(tmpdir(), 'make-package-'))
try {
  const folder = await packageSource({
    file: join(HERE, 'clips', `${clip}.mp4`),
    subtitles: LANGUAGES.map((language) => ({ language, file: join(HERE, 'clips', `${clip}.${language}.srt`) })),
    audioLanguage: 'yue',
    transcoder: createFfmpeg(await findBinaries({})),
    work,
  })
  const target = join(HERE, 'package')
  await rm(target, { recursive: true, force: true })
  await cp(folder, target, { recursive: true })
  console.log(`${clip}: ${target}`)
} finally {
  await rm(work, { recursive: true, force: true })
}
