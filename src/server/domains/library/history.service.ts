import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Catalogue, ListRequest, ListViewer, TitleCard, TitleScope } from '../catalogue/index.ts'
import { deleteBookmarks } from './bookmarks.repo.ts'
import { continueScope, historyScope, lastScope } from './history.query.ts'
import type { DeviceTime, ProfileViewer, WatchedFacts, WatchedNote } from './library-model.ts'
import { continuationOf, historySince, lastOf, timeOf } from './library.rules.ts'
import { deleteRemovals, insertRemoval, lockReports } from './removals.repo.ts'

export type HistoryDeps = { db: Kysely<Database>; clock: Clock; catalogue: Catalogue }

/** A title with what was watched of it. */
export type WatchedTitle = { title: TitleCard; watched: WatchedFacts }

/** What is removed: a title, or everything, and when. */
type Removed = Partial<DeviceTime> & { programId?: string | undefined }

/** The viewing history of a profile: the last two months. */
export function createHistory({ db, clock, catalogue }: HistoryDeps) {
  return { last, list, remove, hasContinuation, continueScope: continuations, runDue }

  /** What was watched last of a title, at any time; undefined when nothing was, or this viewer may not see it. */
  async function last(viewer: ProfileViewer, programId: string): Promise<WatchedFacts | undefined> {
    const [title] = await catalogue.first(viewer, lastScope({ profileId: viewer.profileId, programId }), 1)
    return title && lastOf(title.note as WatchedNote)
  }

  type HistoryRequest = ListRequest & { continuing: boolean }

  /** A page of what was watched, the last first; or of unfinished titles, with the position to resume from. */
  async function list(
    viewer: ProfileViewer & ListViewer,
    { continuing, ...request }: HistoryRequest,
  ): Promise<{ list: WatchedTitle[]; total: number }> {
    const scope = continuing ? continuations(viewer) : historyScope({ ...viewer, since: historySince(clock.now()) })
    const { titles, total } = await catalogue.list(viewer, scope, request)
    const factsOf = continuing ? continuationOf : lastOf
    return { list: titles.map((title) => ({ title, watched: factsOf(title.note as WatchedNote) })), total }
  }

  /**
   * Removes one title, or all, from the history, with the watch progress in its videos. Reports of what was watched before `at`, by the
   * player's own time, are not stored from then on, however late they arrive.
   */
  async function remove({ profileId }: ProfileViewer, { programId, at, sentAt }: Removed = {}): Promise<void> {
    const now = clock.now()
    // Committed first, so that reports which begin from now on find it; those under way are waited for, and deleted.
    await insertRemoval(db, { profileId, programId, at: at ? timeOf({ at, sentAt }, now) : now })
    await db.transaction().execute(async (tx) => {
      await lockReports(tx, profileId)
      await deleteBookmarks(tx, { profileId, programId })
    })
  }

  /** Whether there is anything to continue watching. */
  async function hasContinuation(viewer: ProfileViewer): Promise<boolean> {
    return (await catalogue.first(viewer, continuations(viewer), 1)).length > 0
  }

  /** Forgets removals of what the history would not show any more. */
  async function runDue(): Promise<void> {
    await deleteRemovals(db, historySince(clock.now()))
  }

  /** The titles to continue watching, as a scope of the catalogue. */
  function continuations({ profileId }: Pick<ProfileViewer, 'profileId'>): TitleScope {
    return continueScope({ profileId, since: historySince(clock.now()) })
  }
}
