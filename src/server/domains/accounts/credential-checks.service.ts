import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { Hasher } from './hasher.ts'
import type { ConsumedAttempts, ThrottleTarget, Throttles } from './throttles.service.ts'

export type CredentialChecks = ReturnType<typeof createCredentialChecks>

/** A submitted password or code. Without a hash the check fails in the same time. */
export type CredentialCheck = { targets: readonly ThrottleTarget[]; secret: string; hash: string | undefined }

export type CredentialChecksDeps = { db: Kysely<Database>; hasher: Hasher; throttles: Throttles }

/** Checks passwords and codes. Each attempt is counted, verified, and refunded when it is correct. */
export function createCredentialChecks({ db, hasher, throttles }: CredentialChecksDeps) {
  return { isRight, refuseCached: throttles.refuseCached }

  /**
   * Verifies a secret. The attempt is counted before it is verified, so that concurrent attempts on any number of nodes stay
   * within the limit. Within a process attempts run one at a time: concurrent correct attempts do not exhaust the limit.
   * @throws TOO_MANY_TRIES, before hashing
   */
  async function isRight({ targets, secret, hash }: CredentialCheck): Promise<boolean> {
    await throttles.refuseExceeded(db, targets)
    return hasher.exclusive(async (verify) => {
      const consumed = await db.transaction().execute((tx) => throttles.consume(tx, targets))
      const isRight = await refundOnFailure(consumed, () => verify(secret, hash))
      if (isRight) await db.transaction().execute((tx) => throttles.refund(tx, consumed, 'correct'))
      return isRight
    })
  }

  /** Refunds an attempt that failed before it was verified. */
  async function refundOnFailure(consumed: ConsumedAttempts, verify: () => Promise<boolean>): Promise<boolean> {
    try {
      return await verify()
    } catch (error) {
      await db.transaction().execute((tx) => throttles.refund(tx, consumed, 'unverified'))
      throw error
    }
  }
}
