import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Rentals } from '../rentals/index.ts'

export interface CompensationsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly accounts: Pick<Accounts, 'read'>
  readonly messages: Pick<Messages, 'post'>
  readonly rentals: Pick<Rentals, 'extend'>
}
