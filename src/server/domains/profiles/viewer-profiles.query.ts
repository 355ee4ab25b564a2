import { sql } from 'kysely'
import type { ViewerProfiles } from '../accounts/index.ts'

/** SQL expressions for the viewer query. A deleted profile counts as a kids profile. */
export const viewerProfiles: ViewerProfiles = {
  isKids: sql<boolean>`(s.profile_id is not null
    and coalesce((select own.kids from profile own where own.profile_id = s.profile_id), true))`,
  isKidsProfile: (profileId) => sql<boolean>`exists (
    select from profile named where named.profile_id = ${profileId} and named.account_id = s.account_id
      and named.kids and named.deleted_at is null)`,
}
