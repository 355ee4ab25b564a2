import type { Kysely } from 'kysely'
import type { Role } from '#contract/admin/endpoint.ts'
import type { findTargets, searchTargets } from '#server/domains/catalogue/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { Operators } from '#server/domains/operators/index.ts'
import type { LiveSettings, SettingValues } from '#server/domains/settings/index.ts'
import type { Database } from '#server/kit/db.ts'
import type { HealthLine } from '#server/kit/health.ts'

export interface AdminDomains {
  readonly db: Kysely<Database>
  readonly operators: Operators
  readonly settings: LiveSettings
  readonly media: Pick<Media, 'uploadedIngests'>
  readonly ingestTargets: { readonly find: typeof findTargets; readonly search: typeof searchTargets }
  /** Whose holders decide the call of a path that needs a second person. */
  readonly decidingRole: (path: string) => Role
  readonly readHealth: () => Promise<readonly HealthLine[]>
  /** Of the program. */
  readonly version: string
  readonly brand: () => SettingValues['brand']
}
