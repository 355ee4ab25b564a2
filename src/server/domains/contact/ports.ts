import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Uploads } from '../uploads/index.ts'

export interface ContactDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: Pick<Accounts, 'contactCodes'>
  readonly messages: Pick<Messages, 'send'>
  readonly uploads: Pick<Uploads, 'claim' | 'release' | 'read'>
}
