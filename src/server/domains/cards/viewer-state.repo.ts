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

export type ViewerStateQuery = {
  /** All favourites of the profile if undefined. */
  favorites?: readonly string[] | undefined
  progress: readonly string[]
  account: 'facts' | 'rentals'
}

export type ViewerState = {
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

type Shape = {
  account: ViewerStateQuery['account']
  favorites: 'listed' | 'all' | 'none'
  progress: 'listed' | 'none'
}

const NO_TITLES: readonly string[] = []
const NO_PROFILE = ''

/** Loads account facts, favourites and progress in one statement. */
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

/** Compiled once per shape. */
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
