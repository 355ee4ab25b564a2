import { AppError } from '#contract/errors.ts'
import type { DomainModule } from '../domain-module.ts'
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
import { type ComparingDeps, createComparing } from './similar.service.ts'
import { findName, isPublished } from './recommendations.repo.ts'
import type { RecommendationReason } from './recommendations-model.ts'

/** The public API of recommendations. */
export type Recommendations = ReturnType<typeof createRecommendations>

/** A recommended title; without a reason when there is none worth saying. */
export type Recommendation = { title: TitleCard; reason: RecommendationReason | undefined }

/** A page of them. */
export type RecommendationPage = { list: Recommendation[]; total: number }

/** Whom titles are recommended to: the profile's taste decides, where there is one. */
export type RecommendationViewer = ListViewer & { profileId?: string | undefined }

/** What recommendations are built from. */
export type RecommendationsDeps = ComparingDeps & { catalogue: Catalogue }

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
