import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Access, AccountFacts, AccountFactsJson } from '../access/index.ts'
import { type EpisodeProgress, favoritesColumn, progressColumn } from '../library/index.ts'

/** Which titles' state to load. */
export type ViewerStateQuery = {
  /** Titles that may be favourites; all favourites of the profile when not given. */
  favorites?: readonly string[] | undefined
  /** Titles whose videos may have been started. */
  progress: readonly string[]
}

/** What of one viewer is laid over shared responses. Without a profile there are no favourites and no progress. */
export type ViewerState = {
  account: AccountFacts
  favorites: readonly string[] | undefined
  progress: readonly EpisodeProgress[] | undefined
}

type Row = { facts: AccountFactsJson | null; favorites: string[] | null; progress: EpisodeProgress[] | null }
type Holder = { accountId: string; profileId: string | undefined }

/** The state of one viewer: the account's facts, the profile's favourites and progress, in one statement. */
export async function findViewerState(
  db: Db,
  { accountId, profileId }: Holder,
  { favorites, progress, access }: ViewerStateQuery & { access: Pick<Access, 'accountFactsColumn' | 'accountFactsOf'> },
): Promise<ViewerState> {
  const own =
    profileId === undefined
      ? sql`null::text[] as favorites, null::jsonb as progress`
      : sql`${favoritesColumn(profileId, favorites)} as favorites, ${progressColumn(profileId, progress)} as progress`
  const { rows } = await sql<Row>`select ${access.accountFactsColumn(accountId)} as facts, ${own}`.execute(db)
  return {
    account: access.accountFactsOf(rows[0]?.facts ?? null),
    favorites: rows[0]?.favorites ?? undefined,
    progress: rows[0]?.progress ?? undefined,
  }
}
