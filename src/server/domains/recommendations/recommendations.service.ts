import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Genre } from '#contract/values.ts'
import type { Database } from '#server/kit/db.ts'
import type { Catalogue, ListRequest, ListViewer, TitleCard, TitlePage } from '../catalogue/index.ts'
import { alikeScope, findTraits, mixedScope } from './recommendations.repo.ts'

/** The door of recommendations. */
export type Recommendations = ReturnType<typeof createRecommendations>

/** Why a title is recommended: it is among the most watched of its genre. */
export type RecommendationReason = { kind: 'popularGenre'; genre: Genre }

/** A recommended title; without a reason when there is none worth saying. */
export type Recommendation = { title: TitleCard; reason: RecommendationReason | undefined }

/** What recommendations are built from. */
export type RecommendationsDeps = { db: Kysely<Database>; catalogue: Catalogue }

/** Builds recommendations. */
export function createRecommendations({ db, catalogue }: RecommendationsDeps) {
  return {
    /** Titles like this one that the viewer may see, the most alike first. @throws NOT_FOUND */
    async similar(viewer: ListViewer, programId: string, request: ListRequest): Promise<TitlePage> {
      const traits = await findTraits(db, programId)
      if (!traits) throw new AppError('NOT_FOUND')
      return catalogue.list(viewer, alikeScope(traits), request)
    },

    /** For a viewer without a history: what is popular, of every kind in turn. */
    async forYou(viewer: ListViewer, request: ListRequest): Promise<{ list: Recommendation[]; total: number }> {
      const { titles, total } = await catalogue.list(viewer, mixedScope(), request)
      return { list: titles.map((title) => ({ title, reason: reasonOf(title) })), total }
    },

    /** The same as a list for a row, perhaps of one kind only. */
    scope: mixedScope,
  }
}

function reasonOf({ genres }: TitleCard): RecommendationReason | undefined {
  const [genre] = genres
  return genre && { kind: 'popularGenre', genre }
}
