import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Cards } from '../cards/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Images } from '../images/index.ts'
import type { Uploads } from '../uploads/index.ts'

export interface CampaignsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: Pick<Accounts, 'throttles'>
  readonly catalogue: Pick<Catalogue, 'cards'>
  readonly cards: Pick<Cards, 'localize' | 'imageUrl'>
  readonly images: Pick<Images, 'register'>
  readonly uploads: Pick<Uploads, 'claim' | 'release' | 'read'>
  /** External hosts that pages may link to. */
  readonly linkHosts: readonly string[]
}
