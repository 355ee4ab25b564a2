import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Messages } from '../messages/index.ts'

interface AvatarImages {
  /** Idempotent. Priority 0 is prepared first. */
  register(source: { file: string }, label: { name: string; priority: 0 | 1 | 2 }): Promise<string>
}

export interface ProfilesDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  readonly avatars: { images: AvatarImages; folder: string; imageUrl: (key: string) => string }
}
