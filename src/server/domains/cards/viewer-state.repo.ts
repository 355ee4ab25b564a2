import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { type Access, type AccountFacts, type AccountFactsJson, OWNS_NOTHING } from '../access/index.ts'
import { type EpisodeProgress, favoritesColumn, progressColumn } from '../library/index.ts'

/** Which titles' state to load. */
export type ViewerStateQuery = {
  /** Titles that may be favourites; all favourites of the profile when not given. */
  favorites?: readonly string[] | undefined
  /** Titles whose videos may have been started. */
  progress: readonly string[]
  /** Of the account: what decides access to the titles, or its rentals alone. */
  account: 'facts' | 'rentals'
}

/** What of one viewer is laid over shared responses. Without a profile there are no favourites and no progress. */
export type ViewerState = {
  /** Nothing but the rentals, if only they were loaded. */
  account: AccountFacts
  favorites: readonly string[] | undefined
  progress: readonly EpisodeProgress[] | undefined
}

type Row = {
  facts?: AccountFactsJson | null
  rentals?: AccountFactsJson['rentals']
  favorites: string[] | null
  progress: EpisodeProgress[] | null
}
type AccountReads = Pick<Access, 'accountFactsColumn' | 'accountFactsOf' | 'rentalsColumn' | 'rentalsOf'>
type Holder = { accountId: string; profileId: string | undefined }

/** The state of one viewer: the account's facts, the profile's favourites and progress, in one statement. */
export async function findViewerState(
  db: Db,
  { accountId, profileId }: Holder,
  { favorites, progress, account, access }: ViewerStateQuery & { access: AccountReads },
): Promise<ViewerState> {
  const own =
    profileId === undefined
      ? sql`null::text[] as favorites, null::jsonb as progress`
      : sql`${favoritesColumn(profileId, favorites)} as favorites, ${progressColumn(profileId, progress)} as progress`
  const owned =
    account === 'facts'
      ? sql`${access.accountFactsColumn(accountId)} as facts`
      : sql`${access.rentalsColumn(accountId)} as rentals`
  const { rows } = await sql<Row>`select ${owned}, ${own}`.execute(db)
  const { facts = null, rentals, favorites: found, progress: seen } = rows[0]!
  return {
    account: rentals ? { ...OWNS_NOTHING, rentals: access.rentalsOf(rentals) } : access.accountFactsOf(facts),
    favorites: found ?? undefined,
    progress: seen ?? undefined,
  }
}
