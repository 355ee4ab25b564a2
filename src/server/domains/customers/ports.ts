import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { AccessDecision } from '../access/index.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Profiles } from '../profiles/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { MemberViewer } from '../viewer.ts'

export interface CustomersDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: Pick<Accounts, 'read' | 'lock' | 'findContact' | 'care' | 'sessions' | 'closing'>
  readonly profiles: { readonly parental: Pick<Profiles['parental'], 'replace'> }
  readonly ledger: Pick<Ledger, 'balance' | 'statement'>
  readonly subscriptions: Pick<Subscriptions, 'views' | 'changes'>
  readonly payments: Pick<Payments, 'orderIdFor'>
  readonly titles: {
    names(programIds: readonly string[]): Promise<ReadonlyMap<string, { readonly zh: string; readonly en: string }>>
  }
  /** Where a member saves their data, on the site. */
  readonly accountLink: () => string
  /** The decision of playback; undefined for a title that is not in the catalogue. */
  readonly decide: (viewer: MemberViewer, target: { readonly programId: string }) => Promise<AccessDecision | undefined>
}
