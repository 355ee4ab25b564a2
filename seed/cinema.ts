import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CinemaListings } from '#server/domains/cinema/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type ContentImport, importContent } from '#server/kit/content-import.ts'
import { listingRecords, type SeedListings, showtimeRecords } from './cinema.mapping.ts'
import type { SeedImages } from './images.ts'
import { contentProblem } from '#text/en_US/content-problems.ts'

/** Dependencies for seeding the demo's cinemas. */
export interface CinemaSeed {
  cinema: Pick<CinemaListings, 'isEmpty' | 'knownShowtimes' | 'films'>
  content: ContentImport
  images: SeedImages
  clock: Clock
  say: (line: string) => void
}

const FILE = 'cinema.json'
const IMAGES = join(import.meta.dirname, 'images')

/**
 * Imports the demo's cinemas and films where there has never been a cinema, and at each start the showtimes of the next days that are
 * missing. What is there is not changed: an operator's changes stay. The start never fails because of it.
 */
export async function seedCinema({ cinema, content, images, clock, say }: CinemaSeed): Promise<void> {
  const listings = JSON.parse(await readFile(join(import.meta.dirname, FILE), 'utf8')) as SeedListings
  const today = clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  const put = (records: readonly object[]) => {
    const lines = records.map((record) => JSON.stringify(record)).join('\n')
    return importContent(content, { content: lines, file: FILE, actor: 'system' })
  }
  if (await cinema.isEmpty()) {
    const { problems } = await put(listingRecords(listings, today, await registerImages(listings, images)))
    const [first] = problems
    if (first) return say(`Demo cinemas: left out, line ${first.line}: ${contentProblem(first)}`)
  }
  const coming = new Map((await cinema.films({ status: 'coming' })).map(({ filmId, releaseOn }) => [filmId, releaseOn]))
  const wanted = showtimeRecords(listings, today, (filmId) => !coming.has(filmId))
  const known = new Set(await cinema.knownShowtimes(wanted.map(({ showtimeId }) => showtimeId)))
  const missing = wanted.filter(({ showtimeId }) => !known.has(showtimeId))
  // Without the demo's films or cinemas, of an operator who imported others first, none is added.
  if (missing.length > 0) await put(missing)
}

/** Registers the images of the films that are no titles of the catalogue. */
async function registerImages({ films }: SeedListings, images: SeedImages) {
  const found = new Map<string, { poster: string; art: string }>()
  for (const { filmId, imagesOf } of films) {
    if (imagesOf === undefined) continue
    const register = (folder: string) =>
      images.register(
        { file: join(IMAGES, folder, `${imagesOf}.webp`) },
        { name: `${folder}-${imagesOf}.webp`, priority: 2 },
      )
    found.set(filmId, { poster: await register('poster'), art: await register('art-l') })
  }
  return found
}
