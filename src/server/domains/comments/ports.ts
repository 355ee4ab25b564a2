import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Messages } from '../messages/index.ts'

export interface CommentsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'lock' | 'read' | 'throttles'>
  readonly messages: Pick<Messages, 'post'>
  readonly catalogue: Pick<Catalogue, 'watchable' | 'setRating'>
  /** False while customer care has paused them. */
  readonly isOpen?: () => boolean
}
