import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { CLOSED_GOPS, TAGS } from './encode.ts'
import { pathOf } from './encoder.ts'
import { type Film, type Line, SIZES } from './film.ts'
import { FILMS } from './films.ts'
import { SCORE_OF } from './moods.ts'
import { chance } from './motion.ts'
import { CARD_SHOWN, titleSvg } from './image/stamp.ts'
import { mixSound } from './sound/mix.ts'
import { toWav } from './sound/wav.ts'

const run = promisify(execFile)
const IMAGES = fileURLToPath(new URL('../images/', import.meta.url))

/** The fields of a title that its clip shows. */
export interface DriftTitle {
  id: string
  titleZh: string
  titleEn: string
  taglineZh: string
  taglineEn: string
  kids: boolean
  images: { artLandscape: string }
}

export const DRIFT_SECONDS = 16
const FPS = 24
const VIDEO_KBPS = 160
const AUDIO_KBPS = 48
/** The art is enlarged before it is panned, so that a whole pixel of it is a fraction of one in the clip. */
const ENLARGED = 3

/** The title's box, as fractions of the frame width. */
const CARD_WIDTH = 0.5
const CARD_LEFT = 0.02

/** The titles without a film: their clip is a slow move over their own art. */
export const driftTitles = <T extends { id: string }>(titles: readonly T[]): T[] =>
  titles.filter(({ id }) => !FILMS.some((film) => film.id === id))

/** The tagline, once the title has faded. */
export const driftLines = ({ taglineZh, taglineEn }: DriftTitle): Line[] => [
  [CARD_SHOWN.gone + 0.6, CARD_SHOWN.gone + 5, taglineZh, taglineEn],
]

/**
 * Start and end of the move: zoom, and the position of the view within what the zoom leaves free (0 to 1). It starts at
 * the left, which most of the art leaves free, with the title there.
 */
export function moveOf(id: string): { zoom: [number, number]; x: [number, number]; y: [number, number] } {
  const key = [...id].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  const isInward = chance(key) > 0.4
  const end = 0.6 + 0.3 * chance(key + 1)
  const height = 0.3 + 0.4 * chance(key + 2)
  return { zoom: isInward ? [1.12, 1.42] : [1.42, 1.1], x: [0.05, end], y: [0.5, height] }
}

/** Renders the clip of a title: pan and zoom over its art, its name, and the music of its mood. */
export async function makeDrift(title: DriftTitle, out: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'make-clips-'))
  const [art, card, wav] = ['art.png', 'card.png', 'sound.wav'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const [width, height] = SIZES.sd
  try {
    await sharp(join(IMAGES, title.images.artLandscape))
      .resize({ width: width * ENLARGED, height: height * ENLARGED, fit: 'cover', kernel: 'lanczos3' })
      .png({ compressionLevel: 1 })
      .toFile(art)
    await sharp(Buffer.from(titleSvg(title)))
      .resize({ width: Math.round(width * CARD_WIDTH) })
      .png()
      .toFile(card)
    await writeFile(wav, soundOf(title))
    await run(await pathOf('ffmpeg'), driftArguments(title, { art, card, wav, out }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Titles of one mood share their music, which is mixed once. */
const sounds = new Map<string, Buffer>()

function soundOf({ id }: DriftTitle): Buffer {
  const film = FILMS.find((one) => one.id === SCORE_OF(id))
  if (!film) throw new Error(`no music is defined for ${id}`)
  const known = sounds.get(film.id)
  if (known) return known
  const stereo: Film = { ...film, audio: 'stereo' }
  const sound = Buffer.from(toWav(mixSound(stereo, DRIFT_SECONDS)))
  sounds.set(film.id, sound)
  return sound
}

interface DriftFiles {
  art: string
  card: string
  wav: string
  out: string
}

function driftArguments(title: DriftTitle, { art, card, wav, out }: DriftFiles): string[] {
  const [width, height] = SIZES.sd
  const frames = DRIFT_SECONDS * FPS
  const { zoom, x, y } = moveOf(title.id)
  // Slow at both ends, like a camera on a rail.
  const part = `(0.5-0.5*cos(PI*on/${frames}))`
  const between = ([from, to]: [number, number]) => `(${from}+${Math.round((to - from) * 1000) / 1000}*${part})`
  const view = `zoompan=z='${between(zoom)}':x='(iw-iw/zoom)*${between(x)}':y='(ih-ih/zoom)*${between(y)}'`
  const { from, full, fading, gone } = CARD_SHOWN
  const graph = [
    `[0:v]${view}:d=${frames}:s=${width}x${height}:fps=${FPS},fade=in:st=0:d=1,fade=out:st=${DRIFT_SECONDS - 1.5}:d=1.4[move]`,
    `[1:v]format=rgba,fade=in:st=${from}:d=${full - from}:alpha=1,fade=out:st=${fading}:d=${gone - fading}:alpha=1[card]`,
    `[move][card]overlay=x=W*${CARD_LEFT}:y=(H-h)*0.44:shortest=0:eof_action=pass,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p[v]`,
  ].join(';')
  const inputs = ['-i', art, '-loop', '1', '-framerate', `${FPS}`, '-t', `${Math.ceil(gone)}`, '-i', card, '-i', wav]
  const rate = ['-crf', '25', '-maxrate', `${VIDEO_KBPS}k`, '-bufsize', `${VIDEO_KBPS * 2}k`, '-g', `${FPS * 2}`]
  const video = [
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'medium',
    '-x264-params',
    `aq-mode=3:${CLOSED_GOPS}`,
    ...rate,
  ]
  const audio = ['-c:a', 'aac', '-b:a', `${AUDIO_KBPS}k`]
  const file = ['-threads', '2', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', out]
  const maps = ['-map', '[v]', '-map', '2:a', '-t', `${DRIFT_SECONDS}`, '-frames:v', `${frames}`]
  return ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, ...maps, ...video, ...TAGS, ...audio, ...file]
}
