import type { Kysely } from 'kysely'
import type { Database, Db } from '#server/kit/db.ts'
import { addressThrottles, type ThrottleTarget, type Throttles } from './throttles.service.ts'

/** Who enters a code that is redeemed. A visitor has no account. */
export interface CodeVisitor {
  readonly accountId?: string | undefined
  /** The client's IP address. */
  readonly address: string
}

/** Limits wrong codes: of a member by the account, of a visitor by the address. A stranger uses up no member's tries. */
export function createRedemptionChecks({ db, throttles }: { db: Kysely<Database>; throttles: Throttles }) {
  return { find }

  /**
   * Looks a code up. The attempt is counted before, under the lock of its tallies, so that concurrent attempts stay within the limit; that of a
   * right code is undone with its transaction, and counts nothing.
   * @returns undefined for a wrong code @throws TOO_MANY_TRIES, UNAVAILABLE
   */
  async function find<T>(
    { accountId, address }: CodeVisitor,
    look: (tx: Db) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const targets: ThrottleTarget[] =
      accountId === undefined
        ? addressThrottles('redeemAddress', address)
        : [{ rule: 'redeemAccount', subject: accountId }, ...addressThrottles('redeemMemberAddress', address)]
    throttles.refuseCached(targets)
    try {
      await db.transaction().execute(async (tx) => {
        await throttles.consume(tx, targets)
        const found = await look(tx)
        if (found !== undefined) throw new Right(found)
      })
      return undefined
    } catch (error) {
      if (error instanceof Right) return error.found as T
      throw error
    }
  }
}

/** Undoes the transaction in which the attempt was counted. */
class Right extends Error {
  readonly found: unknown

  constructor(found: unknown) {
    super('right')
    this.found = found
  }
}
