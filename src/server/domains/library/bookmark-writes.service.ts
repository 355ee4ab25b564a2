import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { createGroupCommit } from '#server/kit/group-commit.ts'
import { findBookmarks, type StoredProgress, upsertBookmarks } from './bookmarks.repo.ts'
import type { NewBookmark } from './library-model.ts'
import { newestOfEach, videoKey } from './library.rules.ts'

/** Players report every ten seconds; this much later is not noticed, and a commit serves all that arrive meanwhile. */
const COMMIT_EVERY_MS = 90
const COMMIT_MAX = 500

/**
 * Writes watch progress: the reports of concurrent requests share a transaction, and each is acknowledged after its commit.
 * `write` resolves to the stored position, undefined when the profile is gone.
 */
export function createBookmarkWrites(db: Kysely<Database>) {
  const commits = createGroupCommit<NewBookmark, number | undefined>(commit, {
    everyMs: COMMIT_EVERY_MS,
    max: COMMIT_MAX,
  })
  return { write: commits.add }

  async function commit(reports: readonly NewBookmark[]): Promise<(number | undefined)[]> {
    const newest = newestOfEach(reports)
    const written = positionsOf(await upsertBookmarks(db, newest))
    // Not written: newer progress is stored, the title was removed since, or the profile is gone and its progress with it.
    const others = newest.filter((one) => !written.has(videoKey(one)))
    const stored = others.length > 0 ? positionsOf(await findBookmarks(db, others)) : written
    return reports.map((one) => written.get(videoKey(one)) ?? stored.get(videoKey(one)))
  }
}

const positionsOf = (stored: readonly StoredProgress[]): Map<string, number> =>
  new Map(stored.map((one) => [videoKey(one), one.position]))
