import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Messages } from '../messages/index.ts'

export interface SalesDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'post'>
}

export const CURRENCY = 'HKD'
