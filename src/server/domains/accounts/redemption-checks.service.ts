import type { Kysely } from 'kysely'
import type { Database, Db } from '#server/kit/db.ts'
import { deviceHash } from './secrets.rules.ts'
import { findLastAccountOn } from './sessions.repo.ts'
import { addressThrottles, type ThrottleTarget, type Throttles } from './throttles.service.ts'

/** Who enters a code that is redeemed. A visitor has no account. */
export interface CodeVisitor {
  readonly accountId?: string | undefined
  /** The number that a visitor registers, once it is verified. */
  readonly number?: string | undefined
  /** What a visitor's client says it is. */
  readonly deviceSerial?: string | undefined
  /** The client's IP address. */
  readonly address: string
}

type RedemptionChecksDeps = { db: Kysely<Database>; key: Buffer; throttles: Throttles }

/**
 * Limits wrong codes: of a member by the account, of a visitor by the number that they register, by the account that their device last
 * logged in to, or else by the address. A stranger behind the same address uses up nobody's tries but those of other strangers.
 */
export function createRedemptionChecks({ db, key, throttles }: RedemptionChecksDeps) {
  return { find }

  /**
   * Looks a code up. The attempt is counted before, under the lock of its tallies, so that concurrent attempts stay within the limit; that of a
   * right code is undone with its transaction, and counts nothing.
   * @returns undefined for a wrong code @throws TOO_MANY_TRIES, UNAVAILABLE
   */
  async function find<T>(visitor: CodeVisitor, look: (tx: Db) => Promise<T | undefined>): Promise<T | undefined> {
    const own = await ownTarget(visitor)
    const targets = own
      ? [own, ...addressThrottles('redeemMemberAddress', visitor.address)]
      : addressThrottles('redeemAddress', visitor.address)
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

  /** Who cannot be had by the dozen is counted alone: a device says what it is, so that an account's devices share its tries. @returns undefined for a visitor of whom nothing is known */
  async function ownTarget({ accountId, number, deviceSerial }: CodeVisitor): Promise<ThrottleTarget | undefined> {
    if (accountId !== undefined) return { rule: 'redeemAccount', subject: accountId }
    if (number !== undefined) return { rule: 'redeemNumber', subject: number }
    const device = deviceHash(key, { deviceSerial })
    const owner = device === null ? undefined : await findLastAccountOn(db, device)
    return owner === undefined ? undefined : { rule: 'redeemAccount', subject: owner }
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
