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
import { alikeScope, findAlikeAtOnce, titleId, whyAlike } from './similar.query.ts'
import { findLastWatched, findTaste } from './mixed.query.ts'
import { inOrder, mix } from './mixed.rules.ts'
import { findName, isPublished } from './recommendations.repo.ts'
import type { RecommendationReason } from './recommendations-model.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import {
  type ComparedState,
  findCompared,
  findLastRun,
  findUncompared,
  replaceCoWatched,
  saveRun,
  upsertSimilar,
} from './similar.repo.ts'
import { type Comparison, createComparison } from './similar.rules.ts'

/**
 * Recommendations: titles like another one, and a list for a viewer.
 * Owns the tables similar_title, co_watched_title, recommendation_run. Never lists what `catalogue` would not: it only says which titles, and in which order.
 */
export type { RecommendationReason } from './recommendations-model.ts'

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

/** The public API of recommendations. */
export type Recommendations = ReturnType<typeof createRecommendations>

/** A recommended title; without a reason when there is none worth saying. */
type Recommendation = { title: TitleCard; reason: RecommendationReason | undefined }

/** A page of them. */
type RecommendationPage = { list: Recommendation[]; total: number }

/** Whom titles are recommended to: the profile's taste decides, where there is one. */
type RecommendationViewer = ListViewer & { profileId?: string | undefined }

/** What recommendations are built from. */
type RecommendationsDeps = ComparingDeps & { catalogue: Catalogue }

/** So many popular titles of each kind are mixed. */
const POPULAR_OF_KIND = 250

/** Builds recommendations. Each takes at most two statements after one another. */
export function createRecommendations(deps: RecommendationsDeps) {
  const { db, catalogue } = deps
  const domainModule: DomainModule = createComparing(deps)
  return { similar, forYou, scope, because, becauseName, domainModule }

  /**
   * Titles like this one that the viewer may see: those of its type first, and of each type the most alike, each with what both have.
   * @throws NOT_FOUND when there is none; in kids mode also when it is not for kids: its likes would tell what it is
   */
  async function similar(viewer: ListViewer, programId: string, request: ListRequest): Promise<RecommendationPage> {
    const base = titleId(programId)
    const like = alikeScope({ base, condition: condition(viewer), kids: viewer.kids, sameTypeFirst: true })
    const [isThere, { titles, total }] = await Promise.all([
      isPublished(db, { programId, kidsOnly: viewer.kids }),
      catalogue.list(viewer, { ...like, note: whyAlike(base) }, { ...request, hasFacets: false }),
    ])
    if (!isThere) throw new AppError('NOT_FOUND')
    return { list: titles.map((title) => ({ title, reason: title.note as RecommendationReason | undefined })), total }
  }

  /** What is popular, of every kind in turn; for a profile, what it likes more often, and nothing that it knows. */
  async function forYou(viewer: RecommendationViewer, request: ListRequest): Promise<RecommendationPage> {
    const { titles, total } = await catalogue.list(viewer, scope(viewer), { ...request, hasFacets: false })
    return { list: titles.map((title) => ({ title, reason: reasonOf(title) })), total }
  }

  /** The same as a list for a row, perhaps of one kind only. */
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

  /** Titles like the one that the profile watched last; undefined without a profile. */
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

  /** The name of the title that `because` goes by; undefined when nothing was watched. */
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

function reasonOf({ genres: [first], note }: TitleCard): RecommendationReason | undefined {
  if (note) return note as RecommendationReason
  return first && { kind: 'popularGenre', genre: first }
}

/** Changed titles are looked for this often. */
const EVERY_MS = 60_000
/** All titles are compared once a night, at this hour of Hong Kong. */
const NIGHT_HOUR = 4
/** What was watched counts for this long. */
const WATCHED_DAYS = 365
/** Titles read by one statement. */
const READ = 2_000
/** Titles compared and written at a time; other work of the process runs between two. */
const WRITTEN = 50
/** So many titles that changed are compared alone, with those that they are like; more are compared with all. */
const CHANGED_MAX = 500
/** Of each changed title so many that are like it are compared again, so that it comes into their lists. */
const NEIGHBOURS = 24

type ComparingDeps = {
  db: Kysely<Database>
  clock: Clock
  /** Does work unless another process is doing it; undefined if so. */
  lock: <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** Compares titles: those that changed within a minute, all of them once a night. */
function createComparing({ db, clock, lock }: ComparingDeps): { scheduledTasks: ScheduledTask[] } {
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
    if (isNightly) await db.transaction().execute((tx) => replaceCoWatched(tx, daysBefore(startedAt, WATCHED_DAYS)))
    const titles = await readAll()
    const comparison = createComparison(titles)
    const isWhole = isNightly || changed.length > CHANGED_MAX
    const compared = isWhole ? titles : affected(titles, changed, comparison)
    await writeAll(compared, comparison)
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

  async function writeAll(titles: readonly ComparedState[], { similarTo }: Comparison): Promise<void> {
    for (let first = 0; first < titles.length; first += WRITTEN) {
      const some = titles.slice(first, first + WRITTEN)
      await upsertSimilar(
        db,
        some.map(({ programId, updatedAt }) => ({ programId, updatedAt, similar: similarTo(programId) })),
      )
    }
  }
}

/** The titles that changed, and those most like them. */
function affected(
  titles: readonly ComparedState[],
  changed: readonly string[],
  { similarTo }: Comparison,
): ComparedState[] {
  const neighbours = changed.flatMap((id) =>
    similarTo(id)
      .slice(0, NEIGHBOURS)
      .map(({ programId }) => programId),
  )
  const ids = new Set([...changed, ...neighbours])
  return titles.filter(({ programId }) => ids.has(programId))
}

const HONG_KONG = 'Asia/Hong_Kong'

/** The last nightly hour before an instant. */
function lastNight(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO(HONG_KONG)
  const tonight = here.startOfDay().add({ hours: NIGHT_HOUR })
  return (Temporal.ZonedDateTime.compare(tonight, here) <= 0 ? tonight : tonight.subtract({ days: 1 })).toInstant()
}

const daysBefore = (now: Temporal.Instant, days: number): Temporal.Instant => now.subtract({ hours: days * 24 })
