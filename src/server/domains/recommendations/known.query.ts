import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isKnown } from '../library/index.ts'

/** Whether the title `t` is new to the profile. */
export const isUnknown = (profileId: string): RawBuilder<SqlBool> => sql<SqlBool>`not ${isKnown(profileId)}`
