import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { findBookmark, upsertBookmark } from './bookmarks.repo.ts'
import type { ProgressReport, ProfileViewer, TitleRef } from './library-model.ts'
import { isFinished, notAfter } from './library.rules.ts'

export type BookmarksDeps = { db: Kysely<Database>; clock: Clock; catalogue: Catalogue }

/** Where a profile was in each film and episode. */
export function createBookmarks({ db, clock, catalogue }: BookmarksDeps) {
  return { place, keep }

  /** Where to go on, in seconds: 0 for what was not begun, or seen to its end. @throws NOT_FOUND when this viewer may not see it */
  async function place(viewer: ProfileViewer, wish: TitleRef): Promise<number> {
    const { profileId } = viewer
    const { programId, programGuid } = await catalogue.watchable(viewer, wish)
    const found = await findBookmark(db, { profileId, programId, programGuid })
    return found && !found.finished ? found.position : 0
  }

  /**
   * Keeps a place: the newest by the player's own time stays, whatever order reports come in.
   * @returns the position that now stands
   * @throws NOT_FOUND when this viewer may not see it; NOT_ALLOWED when the profile is gone
   */
  async function keep(viewer: ProfileViewer, { position, duration, at, ...wish }: ProgressReport): Promise<number> {
    const { profileId } = viewer
    const { endPosition, ...film } = await catalogue.watchable(viewer, wish)
    const kept = await upsertBookmark(db, {
      ...film,
      profileId,
      position,
      duration,
      finished: isFinished({ position, duration, endPosition }),
      at: notAfter(at, clock.now()),
    })
    // Nothing was written: a newer place stands, or the profile is gone, and its places with it.
    const standing = kept ?? (await findBookmark(db, { ...film, profileId }))
    if (!standing) throw new AppError('NOT_ALLOWED')
    return standing.position
  }
}
