import { isFinished } from '#contract/watch-progress.ts'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { findBookmark, upsertBookmark } from './bookmarks.repo.ts'
import type { ProgressReport, ProfileViewer, TitleRef } from './library-model.ts'
import { notAfter } from './library.rules.ts'

export type BookmarksDeps = { db: Kysely<Database>; clock: Clock; catalogue: Catalogue }

/** The watch progress of a profile in each film and episode. */
export function createBookmarks({ db, clock, catalogue }: BookmarksDeps) {
  return { position, save }

  /** The position to resume at, in seconds: 0 if not started or finished. @throws NOT_FOUND when the title is not visible to this viewer */
  async function position(viewer: ProfileViewer, ref: TitleRef): Promise<number> {
    const { profileId } = viewer
    const { programId, programGuid } = await catalogue.watchable(viewer, ref)
    const found = await findBookmark(db, { profileId, programId, programGuid })
    return found && !found.finished ? found.position : 0
  }

  /**
   * Saves progress. The report with the latest player time wins, in whatever order reports arrive.
   * @returns the position that now stands
   * @throws NOT_FOUND when the title is not visible to this viewer; NOT_ALLOWED when the profile is gone
   */
  async function save(viewer: ProfileViewer, { position, duration, at, ...ref }: ProgressReport): Promise<number> {
    const { profileId } = viewer
    const { endPosition, ...film } = await catalogue.watchable(viewer, ref)
    const kept = await upsertBookmark(db, {
      ...film,
      profileId,
      position,
      duration,
      finished: isFinished({ position, duration, endPosition }),
      at: notAfter(at, clock.now()),
    })
    // Nothing was written: newer progress is stored, or the profile is gone and its progress with it.
    const standing = kept ?? (await findBookmark(db, { ...film, profileId }))
    if (!standing) throw new AppError('NOT_ALLOWED')
    return standing.position
  }
}
