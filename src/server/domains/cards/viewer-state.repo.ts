import { type RawBuilder, sql } from 'kysely'
import { type CompiledStatement, compileOnce, type Placeholders } from '#server/kit/compiled-statement.ts'
import type { Db } from '#server/kit/db.ts'
import { textArray } from '#server/kit/text-array.ts'
import {
  type AccountFacts,
  accountFactsColumn,
  type AccountFactsJson,
  accountFactsOf,
  OWNS_NOTHING,
  rentalsColumn,
  rentalsOf,
} from '../access/index.ts'
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
  favorites?: string[]
  progress?: EpisodeProgress[]
}
type ViewerIds = { accountId: string; profileId: string | undefined; now: Temporal.Instant }
type Values = { accountId: string; profileId: string; now: Temporal.Instant; favorites: string; progress: string }

/** Which columns the statement has, and of which titles. */
type Shape = {
  account: ViewerStateQuery['account']
  favorites: 'listed' | 'all' | 'none'
  progress: 'listed' | 'none'
}

const NO_TITLES: readonly string[] = []
const NO_PROFILE = ''

/** Finds the state of one viewer: the account's facts, the profile's favourites and progress, in one statement. */
export async function findViewerState(
  db: Db,
  { accountId, profileId, now }: ViewerIds,
  { favorites, progress, account }: ViewerStateQuery,
): Promise<ViewerState> {
  const hasProfile = profileId !== undefined
  const find = statementOf({
    account,
    favorites: !hasProfile ? 'none' : favorites ? 'listed' : 'all',
    progress: hasProfile && progress.length > 0 ? 'listed' : 'none',
  })
  const [row] = await find(db, {
    accountId,
    profileId: profileId ?? NO_PROFILE,
    now,
    favorites: textArray(favorites ?? NO_TITLES),
    progress: textArray(progress),
  })
  const { facts = null, rentals, favorites: found, progress: seen = [] } = row!
  return {
    account: rentals ? { ...OWNS_NOTHING, rentals: rentalsOf(rentals) } : accountFactsOf(facts),
    favorites: found,
    progress: hasProfile ? seen : undefined,
  }
}

/** A statement for each shape, compiled once. */
const statements = new Map<string, CompiledStatement<Values, Row>>()

function statementOf(shape: Shape): CompiledStatement<Values, Row> {
  const key = `${shape.account} ${shape.favorites} ${shape.progress}`
  const statement = statements.get(key) ?? compileOnce<Values, Row>((values) => viewerStateQuery(shape, values))
  statements.set(key, statement)
  return statement
}

function viewerStateQuery({ account, favorites, progress }: Shape, values: Placeholders<Values>): RawBuilder<Row> {
  const { accountId, profileId, now } = values
  const columns = [
    account === 'facts'
      ? sql`${accountFactsColumn(accountId, now)} as facts`
      : sql`${rentalsColumn(accountId, now)} as rentals`,
  ]
  if (favorites !== 'none') {
    columns.push(sql`${favoritesColumn(profileId, favorites === 'listed' ? values.favorites : undefined)} as favorites`)
  }
  if (progress === 'listed') columns.push(sql`${progressColumn(profileId, values.progress)} as progress`)
  return sql`select ${sql.join(columns)}`
}
