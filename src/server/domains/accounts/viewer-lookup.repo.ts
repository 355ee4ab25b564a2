import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#server/kit/compiled-statement.ts'
import type { Db } from '#server/kit/db.ts'
import type { Account } from './accounts-model.ts'
import type { ViewerProfiles } from './ports.ts'

type Instant = Temporal.Instant

export type ViewerRow = {
  session_id: string
  account_id: string
  profile_id: string | null
  unlocked_until: Instant | null
  last_used_at: Instant
  ended_at: Instant | null
  parental_status: Account['parentalStatus']
  parental_version: number
  closes_at: Instant | null
  kids: boolean
  requests_kids: boolean
  /** This request updated the last use; `last_used_at` still holds the previous value. */
  touched?: boolean
}

export type ViewerLookup = {
  tokenHash: Buffer
  /**
   * Updates the last use of an active session, unless that is after `before`. Omitted when it is known to be: the update is a third of the
   * statement's cost.
   */
  touch: { at: Instant; before: Instant; expiredBefore: Instant } | undefined
  /** The profile id of the request. */
  profileId: string | undefined
}

/**
 * Finds a token's session, active or not, and updates its last use, in one statement.
 * @param profiles the expressions of the profiles domain; without it, no profile is a kids profile
 */
export function createFindViewer(profiles: ViewerProfiles | undefined) {
  const find = compileOnce<{ tokenHash: Buffer }, ViewerRow>((values) =>
    viewerQuery({ tokenHash: values.tokenHash, profiles }),
  )
  const findWithProfile = compileOnce<{ tokenHash: Buffer; profileId: string }, ViewerRow>(({ tokenHash, profileId }) =>
    viewerQuery({ tokenHash, profileId, profiles }),
  )
  return async (db: Db, { tokenHash, profileId, touch }: ViewerLookup): Promise<ViewerRow | undefined> => {
    const [row] = await (touch
      ? findAndTouch(db, viewerQuery({ tokenHash, profileId, profiles }), touch)
      : profileId === undefined
        ? find(db, { tokenHash })
        : findWithProfile(db, { tokenHash, profileId }))
    return row
  }
}

function viewerQuery(session: {
  tokenHash: Buffer | RawBuilder<Buffer>
  profileId?: string | RawBuilder<string> | undefined
  profiles: ViewerProfiles | undefined
}): RawBuilder<ViewerRow> {
  const { tokenHash, profileId, profiles } = session
  const requestsKids = profiles && profileId !== undefined ? profiles.isKidsProfile(profileId) : sql<boolean>`false`
  return sql<ViewerRow>`
    select s.session_id, s.account_id, s.profile_id, s.unlocked_until, s.last_used_at, s.ended_at, a.parental_status, a.parental_version,
      a.closes_at,
      ${profiles?.isKids ?? sql<boolean>`false`} as kids, ${requestsKids} as requests_kids
    from session s join account a on a.account_id = s.account_id
    where s.token_hash = ${tokenHash}`
}

async function findAndTouch(
  db: Db,
  viewer: RawBuilder<ViewerRow>,
  touch: NonNullable<ViewerLookup['touch']>,
): Promise<ViewerRow[]> {
  const { rows } = await sql<ViewerRow>`
    with seen as (${viewer}), touched as (
      update session set last_used_at = ${touch.at} from seen
      where session.session_id = seen.session_id and session.ended_at is null
        and session.last_used_at > ${touch.expiredBefore} and session.last_used_at <= ${touch.before}
      returning true
    )
    select *, exists (select from touched) as touched from seen`.execute(db)
  return rows
}
