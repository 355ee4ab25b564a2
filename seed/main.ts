import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { AssetRole, Catalogue } from '#server/domains/catalogue/index.ts'
import type { Pages } from '#server/domains/pages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { registerImages, type SeedImages } from './images.ts'
import { guidsOf, planMedia, type PlannedMedia, type SeedClip } from './media.plan.ts'
import { pagesOf, type SeedPages } from './pages.mapping.ts'
import { type SeedPerson, type SeedTitle, draftOf } from './titles.mapping.ts'

/** Media operations of the seed: ingest jobs, and the packaged title. */
export interface SeedMedia {
  /** Assets of unfinished jobs. */
  pending(): Promise<{ programGuid: string; role: AssetRole }[]>
  /** Guids whose film was requested with every rung, whatever became of it. */
  laddered(): Promise<string[]>
  /** File names of the films that play. */
  playing(): Promise<{ programGuid: string; sourceName: string }[]>
  /** Adds an ingest job at lowest priority, behind the earlier ones. */
  add(job: {
    title: { programId: string; programGuid: string }
    sources: {
      role: AssetRole
      file: string
      subtitles: { language: string; file: string }[]
      audioLanguage: string
    }[]
    background: boolean
    keepPackage: boolean
    hasPreview: boolean
    lean: boolean
    also: string[]
  }): Promise<unknown>
  /** Publishes a clear package. Idempotent. */
  importPackage(request: {
    folder: string
    programGuid: string
    role: AssetRole
    hasPreview: boolean
    assetId: string
  }): Promise<void>
}

/** Dependencies of the demo seed. */
export interface SeedDeps {
  db: Kysely<Database>
  clock: Clock
  catalogue: Catalogue
  pages: Pages
  images: SeedImages
  media: SeedMedia
  mode: 'full' | 'small'
  say: (line: string) => void
  signal: AbortSignal
}

/** The free title that is shipped as a clear package, so that one title plays before anything is encoded. */
const PACKAGED_TITLE = 'tram'

const HERE = import.meta.dirname
const CLIPS = join(HERE, 'clips')
const PACKAGE = join(HERE, 'package')

/**
 * Seeds the demo catalogue into a database without titles and requests missing media.
 * All ids are stable, so repeating it, also after an interruption, changes neither existing data nor an operator's
 * changes.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const titles = await read<SeedTitle[]>('titles.json')
  const pages = await read<SeedPages>('pages.json')
  if (await deps.catalogue.isEmpty()) await seedCatalogue(deps, titles, pages)
  deps.signal.throwIfAborted()
  await importPackaged(deps, titles)
  await requestMedia(deps, await planOf(deps, titles, pages))
}

async function seedCatalogue(deps: SeedDeps, titles: SeedTitle[], pages: SeedPages): Promise<void> {
  const { db, catalogue, say } = deps
  say(`Demo catalogue: preparing images for ${titles.length} titles`)
  const images = await registerImages(deps, titles, pages)
  const people = new Map((await read<SeedPerson[]>('people.json')).map(({ id, zh }) => [zh, id]))
  const arrivals = publicationTimes(titles, deps.clock.now())
  const titleDrafts = titles.map((title, n) => {
    const rank = pages.popular.indexOf(title.id)
    return draftOf(title, {
      people,
      images: images.of(title),
      stills: images.stills,
      popularity: rank === -1 ? titles.length - n : 10_000 - 100 * rank,
      publishedAt: arrivals.get(title.id)!,
    })
  })
  // One transaction, so that an interruption leaves the database empty.
  await db.transaction().execute(async (tx) => {
    await catalogue.addMissing(tx, titleDrafts)
    await deps.pages.arrange(tx, pagesOf(pages, images.art))
  })
  say(`Demo catalogue: ${titles.length} titles on ${Object.keys(pages.tabs).length} tabs`)
}

const HOURS_BETWEEN_ARRIVALS = 7

/** Publication time of each title: newest films last, all in the past. */
function publicationTimes(titles: readonly SeedTitle[], now: Temporal.Instant): Map<string, Temporal.Instant> {
  const newestFirst = titles.toSorted((a, b) => b.year - a.year)
  return new Map(newestFirst.map(({ id }, n) => [id, now.subtract({ hours: (n + 1) * HOURS_BETWEEN_ARRIVALS })]))
}

async function importPackaged({ catalogue, clock, media }: SeedDeps, titles: readonly SeedTitle[]): Promise<void> {
  const title = titles.find(({ id }) => id === PACKAGED_TITLE)
  const [programGuid] = title ? guidsOf(title) : []
  if (!title || programGuid === undefined || !existsSync(PACKAGE)) return
  if (!(await isPublished(catalogue, clock, { programId: title.id, programGuid }))) return
  if ((await catalogue.attached()).some((one) => one.programGuid === programGuid && one.role === 'film')) return
  await media.importPackage({
    folder: PACKAGE,
    programGuid,
    role: 'film',
    hasPreview: true,
    assetId: `demo-${PACKAGED_TITLE}`,
  })
}

async function planOf({ mode }: SeedDeps, titles: SeedTitle[], pages: SeedPages): Promise<PlannedMedia[]> {
  const { clips } = await read<{ clips: SeedClip[] }>('clips/clips.json')
  return planMedia({ titles, clips, pages, mode })
}

async function requestMedia(
  { catalogue, clock, media, say, signal }: SeedDeps,
  plan: readonly PlannedMedia[],
): Promise<void> {
  const existing = [...(await catalogue.attached()), ...(await media.pending())]
  const done = new Set(existing.map(({ programGuid, role }) => `${role} ${programGuid}`))
  const laddered = new Set(await media.laddered())
  const playing = new Map((await media.playing()).map(({ programGuid, sourceName }) => [programGuid, sourceName]))
  let added = 0
  for (const { programId, role, file, subtitles, audioLanguage, hasPreview, lean, ...planned } of plan) {
    signal.throwIfAborted()
    // An operator's film stays.
    const keepsFilm = (guid: string) => laddered.has(guid) || (playing.get(guid) ?? file) !== file
    const isDone = (guid: string) => (lean ? done.has(`${role} ${guid}`) : keepsFilm(guid))
    const guids = [planned.programGuid, ...planned.also].filter((guid) => !isDone(guid))
    const [programGuid, ...also] = guids
    if (programGuid === undefined) continue
    if (!(await isPublished(catalogue, clock, { programId, programGuid }))) continue
    await media.add({
      title: { programId, programGuid },
      sources: [
        {
          role,
          file: join(CLIPS, file),
          subtitles: subtitles.map((one) => ({ ...one, file: join(CLIPS, one.file) })),
          audioLanguage,
        },
      ],
      background: true,
      // The trailer is the same clip.
      keepPackage: lean,
      hasPreview,
      lean,
      also,
    })
    if (lean) added++
  }
  if (added > 0) say(`Demo catalogue: ${added} films and trailers will be prepared in the background`)
}

/** Titles removed by an operator are not restored. */
const isPublished = async (
  catalogue: Catalogue,
  clock: Clock,
  titleRef: { programId: string; programGuid: string },
): Promise<boolean> => (await catalogue.playable(titleRef, { region: 'HK', now: clock.now() })) !== undefined

const read = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(HERE, file), 'utf8')) as T
