import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Messages } from '../messages/index.ts'

export interface CinemaDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'post'>
  /** Only their members have cinema tickets. */
  readonly isTelecomPartner: (accountId: string, tx?: Db) => Promise<boolean>
}
