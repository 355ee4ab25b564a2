import { AppError } from '#contract/errors.ts'
import type { DomainModule } from '../domain-module.ts'
import type { MemberViewer, Viewer } from '../viewer.ts'
import { type BookmarksDeps, createBookmarks } from './bookmarks.service.ts'
import { createFavorites } from './favorites.service.ts'
import { createHistory } from './history.service.ts'
import type { Memory, ProfileViewer } from './library-model.ts'
import { deleteKept, findKept } from './personal-data.repo.ts'

export type LibraryDeps = BookmarksDeps

const DUE_EVERY_MS = 60 * 60_000

/** The public API of the library. */
export type Library = ReturnType<typeof createLibrary>

/** Builds the library. */
export function createLibrary(deps: LibraryDeps) {
  const { db, clock } = deps
  const favorites = createFavorites(deps)
  const bookmarks = createBookmarks(deps)
  const history = createHistory(deps)

  return {
    favorites,
    bookmarks,
    history,

    /**
     * Gives a profile a past: favourites, the first the newest, and watch progress with its own times.
     * A title that such a viewer may not see is refused as ever.
     */
    async remember(profile: ProfileViewer, { favorites: kept, progress }: Memory): Promise<void> {
      const now = clock.now()
      for (const [n, programId] of kept.entries())
        await favorites.add(profile, { programId }, now.subtract({ minutes: n + 1 }))
      for (const report of progress) await bookmarks.store(profile, report)
    },

    domainModule: {
      scheduledTasks: [{ name: 'history removals', everyMs: DUE_EVERY_MS, run: history.runDue }],
      caches: [{ clear: bookmarks.clearVideos }],
      personalData: {
        name: 'library',
        collect: ({ accountId }, language) => findKept(db, { accountId, language }),
        erase: (tx, { accountId }) => deleteKept(tx, accountId),
      },
    } satisfies DomainModule,
  }
}

/** A member in a profile. @throws NOT_ALLOWED without one */
export function inProfile(viewer: Viewer): MemberViewer & ProfileViewer {
  if (viewer.kind !== 'member' || viewer.profileId === undefined) throw new AppError('NOT_ALLOWED')
  return { ...viewer, profileId: viewer.profileId }
}
