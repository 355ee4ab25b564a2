import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { RECENT_MAX } from '#contract/search.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { deleteRecent, findRecent, keepRecent, type RecentSearch } from './searches.repo.ts'
import { readQuery } from './query.rules.ts'
import { QUERY_MAX } from './normalize.rules.ts'

/** The recent searches of a profile. Each throws NOT_ALLOWED without a profile. */
export function createRecent({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return {
    list: async (viewer: MemberViewer): Promise<RecentSearch[]> => findRecent(db, profileOf(viewer)),

    /** Keeps a search once, however often it is made; what cannot be searched for is not kept. */
    async create(viewer: MemberViewer, typed: string): Promise<void> {
      const profileId = profileOf(viewer)
      const { key } = readQuery(typed)
      if (key === '') return
      await keepRecent(db, { profileId, key, keyword: shown(typed), at: clock.now(), most: RECENT_MAX })
    },

    /** Forgets one search, or all. */
    clear: async (viewer: MemberViewer, typed: string | undefined): Promise<void> =>
      deleteRecent(db, { profileId: profileOf(viewer), key: typed === undefined ? undefined : readQuery(typed).key }),
  }
}

function profileOf({ profileId }: MemberViewer): string {
  if (profileId === undefined) throw new AppError('NOT_ALLOWED')
  return profileId
}

/** What was typed as it can be stored and shown: no control characters, no half characters, one line. */
const shown = (typed: string): string =>
  [
    ...typed
      .toWellFormed()
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, QUERY_MAX)
    .join('')
