import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Payments } from '../payments/index.ts'

export interface ScreeningsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly ledger: Pick<Ledger, 'balance'>
  readonly payments: Pick<Payments, 'refund' | 'closeOpen'>
  /** Members of telecom partners pay with cinema tickets instead of credits. */
  readonly isTelecomPartner: (accountId: string) => Promise<boolean>
}

export const CURRENCY = 'HKD'
