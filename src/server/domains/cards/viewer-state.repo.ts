import { sql } from 'kysely'
import { compileOnce } from '#server/kit/compiled-statement.ts'
import type { Db } from '#server/kit/db.ts'
import { textArray } from '#server/kit/text-array.ts'
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
  favorites?: string[]
  progress?: EpisodeProgress[]
}
type AccountReads = Pick<Access, 'accountFactsColumn' | 'accountFactsOf' | 'rentalsColumn' | 'rentalsOf'>
type Holder = { accountId: string; profileId: string | undefined; now: Temporal.Instant }
type Values = Holder & { favorites: string; progress: string }

/** Which columns the statement has. */
type Shape = {
  account: ViewerStateQuery['account']
  favorites: 'named' | 'all' | 'none'
  progress: 'named' | 'none'
}

/** Finds the state of one viewer: the account's facts, the profile's favourites and progress, in one statement. */
export function createFindViewerState(access: AccountReads) {
  const statements = everyShape((shape) => statementWith(shape, access))
  return findViewerState

  async function findViewerState(
    db: Db,
    holder: Holder,
    { favorites, progress, account }: ViewerStateQuery,
  ): Promise<ViewerState> {
    const hasProfile = holder.profileId !== undefined
    const ofFavorites = statements[account][hasProfile ? (favorites ? 'named' : 'all') : 'none']
    const run = ofFavorites[hasProfile && progress.length > 0 ? 'named' : 'none']
    const [row] = await run(db, {
      ...holder,
      favorites: textArray(favorites ?? NO_TITLES),
      progress: textArray(progress),
    })
    const { facts = null, rentals, favorites: found, progress: seen = [] } = row!
    return {
      account: rentals ? { ...OWNS_NOTHING, rentals: access.rentalsOf(rentals) } : access.accountFactsOf(facts),
      favorites: found,
      progress: hasProfile ? seen : undefined,
    }
  }
}

function everyShape<Value>(make: (shape: Shape) => Value) {
  const ofProgress = (shape: Omit<Shape, 'progress'>) => ({
    named: make({ ...shape, progress: 'named' }),
    none: make({ ...shape, progress: 'none' }),
  })
  const ofFavorites = (account: Shape['account']) => ({
    named: ofProgress({ account, favorites: 'named' }),
    all: ofProgress({ account, favorites: 'all' }),
    none: ofProgress({ account, favorites: 'none' }),
  })
  return { facts: ofFavorites('facts'), rentals: ofFavorites('rentals') }
}

const statementWith = ({ account, favorites, progress }: Shape, access: AccountReads) =>
  compileOnce<Values, Row>((value) => {
    const columns = [
      account === 'facts'
        ? sql`${access.accountFactsColumn(value.accountId, value.now)} as facts`
        : sql`${access.rentalsColumn(value.accountId, value.now)} as rentals`,
    ]
    if (favorites !== 'none') {
      const named = favorites === 'named' ? value.favorites : undefined
      columns.push(sql`${favoritesColumn(value.profileId, named)} as favorites`)
    }
    if (progress === 'named') columns.push(sql`${progressColumn(value.profileId, value.progress)} as progress`)
    return sql<Row>`select ${sql.join(columns)}`
  })

const NO_TITLES: readonly string[] = []
