import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { AssetRole, Catalogue } from '#server/domains/catalogue/index.ts'
import type { Pages } from '#server/domains/pages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { registerPictures, type SeedImages } from './pictures.ts'
import { firstGuid, planMedia, type PlannedMedia, type SeedClip, type TitleClips } from './media.plan.ts'
import { pagesOf, type SeedPages } from './pages.mapping.ts'
import { type SeedPerson, type SeedTitle, writingOf } from './titles.mapping.ts'

/** What is asked of the media: jobs to be written down, and the package that plays at once. */
export interface SeedMedia {
  /** What unfinished jobs will bring. */
  underWay(): Promise<{ programGuid: string; role: AssetRole }[]>
  /** Writes a job down: at lowest priority, its clear package kept for the other titles that show the same clip. */
  add(job: {
    title: { programId: string; programGuid: string }
    sources: { role: AssetRole; file: string; subtitles: { language: string; file: string }[] }[]
    background: boolean
    keepPackage: boolean
    hasPreview: boolean
  }): Promise<unknown>
  /** Publishes a ready package; again it changes nothing. */
  importPackage(given: {
    folder: string
    programGuid: string
    role: AssetRole
    hasPreview: boolean
    assetId: string
  }): Promise<void>
}

/** What the demo is planted with. */
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

/** The free title whose finished package is shipped, so that one film plays before anything is encoded. */
const PACKAGED = 'tram'

const HERE = import.meta.dirname
const CLIPS = join(HERE, 'clips')
const PACKAGE = join(HERE, 'package')

/**
 * Plants the demo catalogue into a database without titles, and asks for the media that it still lacks. Everything has a stable
 * id: doing it again, or after being killed anywhere, changes nothing that is there, and nothing that an operator has changed.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const titles = await read<SeedTitle[]>('titles.json')
  const pages = await read<SeedPages>('pages.json')
  if (await deps.catalogue.isEmpty()) await plant(deps, titles, pages)
  deps.signal.throwIfAborted()
  await importPackaged(deps, titles)
  await askForMedia(deps, await planOf(deps, titles, pages))
}

async function plant(deps: SeedDeps, titles: SeedTitle[], pages: SeedPages): Promise<void> {
  const { db, catalogue, say } = deps
  say(`Demo catalogue: preparing images for ${titles.length} titles`)
  const pictures = await registerPictures(deps, titles, pages)
  const people = new Map((await read<SeedPerson[]>('people.json')).map(({ id, zh }) => [zh, id]))
  const arrivals = arrivalsOf(titles, deps.clock.now())
  const writings = titles.map((title, n) => {
    const rank = pages.popular.indexOf(title.id)
    return writingOf(title, {
      people,
      images: pictures.of(title),
      stills: pictures.stills,
      popularity: rank === -1 ? titles.length - n : 10_000 - 100 * rank,
      publishedAt: arrivals.get(title.id)!,
    })
  })
  // One transaction: killed here, the database is as empty as before.
  await db.transaction().execute(async (tx) => {
    await catalogue.addMissing(tx, writings)
    await deps.pages.arrange(tx, pagesOf(pages, pictures.art))
  })
  say(`Demo catalogue: ${titles.length} titles on ${Object.keys(pages.tabs).length} tabs`)
}

const HOURS_BETWEEN_ARRIVALS = 7

/** When each title came: the newest films last, all of them before now. */
function arrivalsOf(titles: readonly SeedTitle[], now: Temporal.Instant): Map<string, Temporal.Instant> {
  const newestFirst = titles.toSorted((a, b) => b.year - a.year)
  return new Map(newestFirst.map(({ id }, n) => [id, now.subtract({ hours: (n + 1) * HOURS_BETWEEN_ARRIVALS })]))
}

async function importPackaged({ catalogue, clock, media }: SeedDeps, titles: readonly SeedTitle[]): Promise<void> {
  const title = titles.find(({ id }) => id === PACKAGED)
  if (
    !title ||
    !existsSync(PACKAGE) ||
    !(await isThere(catalogue, clock, { programId: title.id, programGuid: firstGuid(title) }))
  ) {
    return
  }
  const programGuid = firstGuid(title)
  if ((await catalogue.attached()).some((one) => one.programGuid === programGuid && one.role === 'film')) return
  await media.importPackage({
    folder: PACKAGE,
    programGuid,
    role: 'film',
    hasPreview: true,
    assetId: `demo-${PACKAGED}`,
  })
}

async function planOf({ mode }: SeedDeps, titles: SeedTitle[], { popular }: SeedPages): Promise<PlannedMedia[]> {
  const { clips } = await read<{ clips: SeedClip[] }>('clips/clips.json')
  const map = await read<Record<string, TitleClips>>('clips/map.json')
  return planMedia({ titles, clips, map, popular, mode })
}

async function askForMedia(
  { catalogue, clock, media, say, signal }: SeedDeps,
  plan: readonly PlannedMedia[],
): Promise<void> {
  const known = [...(await catalogue.attached()), ...(await media.underWay())]
  const done = new Set(known.map(({ programGuid, role }) => `${role} ${programGuid}`))
  const missing = plan.filter(({ programGuid, role }) => !done.has(`${role} ${programGuid}`))
  let added = 0
  for (const { programId, programGuid, role, file, subtitles, hasPreview } of missing) {
    signal.throwIfAborted()
    if (!(await isThere(catalogue, clock, { programId, programGuid }))) continue
    await media.add({
      title: { programId, programGuid },
      sources: [
        { role, file: join(CLIPS, file), subtitles: subtitles.map((one) => ({ ...one, file: join(CLIPS, one.file) })) },
      ],
      background: true,
      keepPackage: true,
      hasPreview,
    })
    added++
  }
  if (added > 0) say(`Demo catalogue: ${added} films and trailers will be encoded in the background`)
}

/** A title that an operator took away stays away. */
const isThere = async (
  catalogue: Catalogue,
  clock: Clock,
  wish: { programId: string; programGuid: string },
): Promise<boolean> => (await catalogue.playable(wish, { region: 'HK', now: clock.now() })) !== undefined

const read = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(HERE, file), 'utf8')) as T
