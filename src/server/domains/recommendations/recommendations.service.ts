import { AppError } from '#contract/errors.ts'
import type { Genre } from '#contract/genres.ts'
import type { Capability } from '../capability.ts'
import {
  type Catalogue,
  type ListRequest,
  type ListViewer,
  type TitleCard,
  type TitleClassify,
  type PopularScope,
  type TitleScope,
  visible,
  type LocalizedText,
} from '../catalogue/index.ts'
import { lastWatchedTitle } from '../library/index.ts'
import { isUnknown } from './known.query.ts'
import { alikeScope, titleId, whyAlike } from './similar.query.ts'
import { mixedScope } from './mixed.query.ts'
import { type ComparingDeps, createComparing } from './similar.service.ts'
import { findName, isPublished } from './recommendations.repo.ts'

/** The public API of recommendations. */
export type Recommendations = ReturnType<typeof createRecommendations>

/**
 * Why a title is recommended: it is like one that the profile watched, its genre is one that the profile likes, or it is among the most
 * watched of it. Why one is similar: the most telling of what both have, or that the same viewers watch both.
 */
export type RecommendationReason =
  | { kind: 'likedGenre' | 'popularGenre' | 'sameGenre'; genre: Genre }
  | { kind: 'samePerson' | 'sameTag' | 'becauseWatched'; name: LocalizedText }
  | { kind: 'coWatched' }

/** A recommended title; without a reason when there is none worth saying. */
export type Recommendation = { title: TitleCard; reason: RecommendationReason | undefined }

/** A page of them. */
export type RecommendationPage = { list: Recommendation[]; total: number }

/** Whom titles are recommended to: the profile's taste decides, where there is one. */
export type RecommendationViewer = ListViewer & { profileId?: string | undefined }

/** What recommendations are built from. */
export type RecommendationsDeps = ComparingDeps & { catalogue: Catalogue }

/** Builds recommendations. Each takes statements side by side, none after another. */
export function createRecommendations(deps: RecommendationsDeps) {
  const { db, catalogue } = deps
  const capability: Capability = createComparing(deps)
  return { similar, forYou, scope, because, becauseName, capability }

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
  function scope(viewer: RecommendationViewer, classify?: TitleClassify): PopularScope {
    return mixedScope({ classify, profileId: viewer.profileId, condition: condition(viewer) })
  }

  /** Titles like the one that the profile watched last; undefined without a profile. */
  function because(viewer: RecommendationViewer): TitleScope | undefined {
    const base = baseOf(viewer)
    if (!base || viewer.profileId === undefined) return undefined
    const unknown = isUnknown(viewer.profileId)
    const like = alikeScope({ base, condition: condition(viewer), kids: viewer.kids })
    return { ...like, where: unknown }
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
    return visible(catalogue.audienceOf(viewer))
  }
}

function reasonOf({ genres: [first], note }: TitleCard): RecommendationReason | undefined {
  if (note) return note as RecommendationReason
  return first && { kind: 'popularGenre', genre: first }
}
