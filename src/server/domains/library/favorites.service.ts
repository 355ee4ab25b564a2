import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { FAVORITES_MAX } from '#contract/library.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Catalogue, ListRequest, ListViewer, TitlePage } from '../catalogue/index.ts'
import { countFavorites, deleteFavorites, insertFavorite, lockProfile } from './favorites.repo.ts'
import { favoriteScope } from './history.query.ts'
import type { ProfileViewer, TitleRef } from './library-model.ts'
import { mayAdd } from './library.rules.ts'

export type FavoritesDeps = { db: Kysely<Database>; clock: Clock; catalogue: Catalogue }

/** The favourites of a profile. */
export function createFavorites({ db, clock, catalogue }: FavoritesDeps) {
  return { add, remove, list }

  /**
   * Idempotent: a title is added once.
   * @throws NOT_FOUND when this viewer may not see the title; CONFLICT when the list is full; NOT_ALLOWED without a profile
   */
  async function add(viewer: ProfileViewer, ref: TitleRef, at = clock.now()): Promise<void> {
    const { profileId } = viewer
    const { programId } = await catalogue.watchable(viewer, ref)
    await db.transaction().execute(async (tx) => {
      if (!(await lockProfile(tx, profileId))) throw new AppError('NOT_ALLOWED')
      const { count, has } = await countFavorites(tx, { profileId, programId })
      if (has) return
      if (!mayAdd(count)) throw new AppError('CONFLICT', { max: FAVORITES_MAX })
      await insertFavorite(tx, { profileId, programId, at })
    })
  }

  /** Removes one title, or all, also what can no longer be seen. */
  function remove({ profileId }: ProfileViewer, programId?: string): Promise<void> {
    return deleteFavorites(db, { profileId, programId })
  }

  /** A page of what this viewer may see of them, the newest first. */
  function list(viewer: ProfileViewer & ListViewer, request: ListRequest): Promise<TitlePage> {
    return catalogue.list(viewer, favoriteScope(viewer.profileId), request)
  }
}
