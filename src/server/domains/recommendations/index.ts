import { AppError } from '#contract/errors.ts'
import type { DomainModule, ScheduledTask, Worker } from '../domain-module.ts'
import {
  type Catalogue,
  type ListRequest,
  type ListViewer,
  type TitleCard,
  type TitleClassify,
  type RankedScope,
  visible,
  type LocalizedText,
} from '../catalogue/index.ts'
import { lastWatchedTitle } from '../library/index.ts'
import {
  alikeScope,
  findAlikeAtOnce,
  titleId,
  whyAlike,
  findLastWatched,
  findTaste,
  findName,
  isPublished,
  type ComparedState,
  findCompared,
  findLastRun,
  findUncompared,
  replaceCoWatched,
  saveRun,
  upsertSimilar,
} from './recommendations.repo.ts'
import { inOrder, mix, type RecommendationReason } from './mixed.rules.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { indexTitles, similarTo, type TitleIndex } from './similar.rules.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

/**
 * Recommendations: similar titles, and lists for a viewer. Owns similar_title, co_watched_title, recommendation_run.
 * Never lists what `catalogue` would not: it selects and orders.
 */
export type { RecommendationReason } from './mixed.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    similar_title: {
      program_id: string
      similar_ids: string[]
      reasons: string[]
      reason_keys: string[]
      compared_at: Instant
    }
    co_watched_title: { program_id: string; other_ids: string[]; strengths: number[] }
    recommendation_run: { name: string; at: Instant }
  }
}

export type Recommendations = ReturnType<typeof createRecommendations>

type Recommendation = { title: TitleCard; reason: RecommendationReason | undefined }

type RecommendationPage = { list: Recommendation[]; total: number }

type RecommendationViewer = ListViewer & { profileId?: string | undefined }

type RecommendationsDeps = {
  db: Kysely<Database>
  clock: Clock
  catalogue: Catalogue
  /** Undefined while another process holds the lock. */
  lock: <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** Per kind. */
const POPULAR_OF_KIND = 250

/** Each takes at most two sequential statements. */
export function createRecommendations(deps: RecommendationsDeps) {
  const { db, catalogue } = deps
  const domainModule: DomainModule = createComparing(deps)
  return { similar, forYou, scope, because, becauseName, domainModule }

  /** Own type first, most alike first. @throws NOT_FOUND; in kids mode also for titles that are not for kids */
  async function similar(viewer: ListViewer, programId: string, request: ListRequest): Promise<RecommendationPage> {
    const base = titleId(programId)
    const like = alikeScope({ base, condition: condition(viewer), kids: viewer.kids, sameTypeFirst: true })
    const [isThere, { titles, total }] = await Promise.all([
      isPublished(db, { programId, kidsOnly: viewer.kids }),
      catalogue.list(viewer, { ...like, note: whyAlike(base) }, { ...request, hasFacets: false }),
    ])
    if (!isThere) throw new AppError('NOT_FOUND')
    return {
      list: titles.map((title) => {
        const reason = title.note as RecommendationReason | undefined
        return { title, reason: viewer.kids && reason && isOfPeople(reason) ? undefined : reason }
      }),
      total,
    }
  }

  /** Popular titles of every kind in turn, weighted by the profile's taste, without known ones. */
  async function forYou(viewer: RecommendationViewer, request: ListRequest): Promise<RecommendationPage> {
    const { titles, total } = await catalogue.list(viewer, scope(viewer), { ...request, hasFacets: false })
    return { list: titles.map((title) => ({ title, reason: reasonOf(title) })), total }
  }

  /** For a carousel, possibly of one kind. */
  function scope(viewer: RecommendationViewer, classify?: TitleClassify): RankedScope {
    const { profileId } = viewer
    return {
      popular: { classify, perKind: POPULAR_OF_KIND },
      load: async () => {
        const taste =
          profileId === undefined ? undefined : await findTaste(db, { profileId, condition: condition(viewer) })
        return (titles) => mix(titles, taste)
      },
    }
  }

  /** Like the last watched title; undefined without a profile. */
  function because(viewer: RecommendationViewer): RankedScope | undefined {
    const { profileId, kids } = viewer
    if (profileId === undefined) return undefined
    return {
      popular: { perKind: 0 },
      load: async () => {
        const fit = condition(viewer)
        const { programId, likes, known } = await findLastWatched(db, { profileId, condition: fit })
        const base = programId === null ? undefined : titleId(programId)
        const alike = likes ?? (base ? await findAlikeAtOnce(db, { base, condition: fit, kids }) : [])
        return () => inOrder(alike, known)
      },
    }
  }

  /** The last watched title; undefined for none. */
  async function becauseName(viewer: RecommendationViewer): Promise<LocalizedText | undefined> {
    const base = baseOf(viewer)
    return base && findName(db, base)
  }

  function baseOf(viewer: RecommendationViewer) {
    return viewer.profileId === undefined ? undefined : lastWatchedTitle(viewer.profileId, condition(viewer))
  }

  function condition(viewer: ListViewer) {
    return visible(catalogue.viewerScopeOf(viewer))
  }
}

/** Children see no cast and directors. */
const isOfPeople = ({ kind }: RecommendationReason): boolean => kind === 'sameDirector' || kind === 'samePerson'

function reasonOf({ genres: [first], note }: TitleCard): RecommendationReason | undefined {
  if (note) return note as RecommendationReason
  return first && { kind: 'popularGenre', genre: first }
}

const EVERY_MS = 60_000
/** Hong Kong. */
const NIGHT_HOUR = 4
const WATCHED_DAYS = 365
const READ = 2_000
/** Per batch: other work of the process runs in between. */
const WRITTEN = 50
/** Beyond it, everything is compared. */
const CHANGED_MAX = 500
/** Similar titles of a changed one, which are compared again. */
const NEIGHBOURS = 24

/** Changed titles within a minute, all of them nightly. */
function createComparing({ db, clock, lock }: RecommendationsDeps): { scheduledTasks: ScheduledTask[] } {
  return {
    scheduledTasks: [
      { name: 'similar-titles', everyMs: EVERY_MS, run: (worker) => lock('similar-titles', () => run(worker)) },
    ],
  }

  async function run({ log }: Worker): Promise<void> {
    const startedAt = clock.now()
    const [last, changed] = await Promise.all([findLastRun(db), findUncompared(db, CHANGED_MAX + 1)])
    const isNightly = last === undefined || Temporal.Instant.compare(last, lastNight(startedAt)) < 0
    if (!isNightly && changed.length === 0) return
    // Its many rows may wait for their locks.
    if (isNightly) await db.transaction().execute((tx) => replaceCoWatched(tx, daysBefore(startedAt, WATCHED_DAYS)))
    const titles = await readAll()
    const index = indexTitles(titles)
    const isWhole = isNightly || changed.length > CHANGED_MAX
    const compared = isWhole ? titles : affected(titles, changed, index)
    await writeAll(compared, index)
    if (isWhole) await saveRun(db, startedAt)
    log.info({ titles: compared.length }, 'similar titles computed')
  }

  async function readAll(): Promise<ComparedState[]> {
    const titles: ComparedState[] = []
    for (;;) {
      const read = await findCompared(db, { after: titles.at(-1)?.programId ?? '', limit: READ })
      titles.push(...read)
      if (read.length < READ) return titles
    }
  }

  async function writeAll(titles: readonly ComparedState[], index: TitleIndex): Promise<void> {
    for (let first = 0; first < titles.length; first += WRITTEN) {
      const some = titles.slice(first, first + WRITTEN)
      await upsertSimilar(
        db,
        some.map(({ programId, updatedAt }) => ({ programId, updatedAt, similar: similarTo(index, programId) })),
      )
    }
  }
}

/** With the titles most like them. */
function affected(titles: readonly ComparedState[], changed: readonly string[], index: TitleIndex): ComparedState[] {
  const neighbours = changed.flatMap((id) =>
    similarTo(index, id)
      .slice(0, NEIGHBOURS)
      .map(({ programId }) => programId),
  )
  const ids = new Set([...changed, ...neighbours])
  return titles.filter(({ programId }) => ids.has(programId))
}

function lastNight(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO(HONG_KONG)
  const tonight = here.startOfDay().add({ hours: NIGHT_HOUR })
  return (Temporal.ZonedDateTime.compare(tonight, here) <= 0 ? tonight : tonight.subtract({ days: 1 })).toInstant()
}

const daysBefore = (now: Temporal.Instant, days: number): Temporal.Instant => now.subtract({ hours: days * 24 })
