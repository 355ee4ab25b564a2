import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Database, inTransaction, type Tx } from './db.ts'
import type { Hasher, Verify } from './hasher.ts'
import { keyedHash, sameHash } from './secrets.ts'
import type { ConsumedAttempts, Throttles, ThrottleTarget } from './throttles.ts'

export type CredentialChecks<Name extends string> = ReturnType<typeof createCredentialChecks<Name>>

/** Without a hash the check fails in the same time. */
type CredentialCheck<Name extends string> = {
  targets: readonly ThrottleTarget<Name>[]
  /** Limits correct secrets, which also occupy the hashing queue. */
  correct?: ThrottleTarget<Name> | undefined
  secret: string
  hash: string | undefined
  /** Additional clients of the fair hashing queue. */
  clients?: readonly string[] | undefined
  /** Caches a correct secret that a client sends with every call. */
  remembered?: boolean
}

interface CredentialChecksDeps<Name extends string> {
  readonly db: Kysely<Database>
  readonly hasher: Hasher
  readonly throttles: Throttles<Name>
}

const REMEMBERED_MAX = 10_000

/** Counts each attempt before its verification, so that concurrent ones on all nodes stay within the limit. */
export function createCredentialChecks<Name extends string>({ db, hasher, throttles }: CredentialChecksDeps<Name>) {
  const memoryKey = randomBytes(32)
  /** Keyed hashes of correct secrets by stored hash. */
  const correctSecrets = new LRUCache<string, Buffer>({ max: REMEMBERED_MAX })
  return { isRight, find }

  /**
   * Of a secret with a slow hash. A correct attempt is refunded. Attempts of a process run one at a time, so that concurrent correct
   * ones do not exhaust the limit. @throws TOO_MANY_TRIES, before hashing; UNAVAILABLE
   */
  async function isRight(check: CredentialCheck<Name>): Promise<boolean> {
    const { targets, correct, secret, hash, clients = [] } = check
    const ofCorrect = correct ? [correct] : []
    await throttles.refuseExceeded(db, [...targets, ...ofCorrect])
    if (isRemembered(check)) {
      for (const target of targets) await throttles.reset(db, target)
      return true
    }
    const attempt = async (verify: Verify) => {
      const consumed = await inTransaction(db, async (tx) => {
        // Correct attempts may have been waiting.
        if (correct) await throttles.refuseExceeded(tx, ofCorrect)
        return throttles.consume(tx, targets)
      })
      const isRight = await refundOnFailure(consumed, () => verify(secret, hash))
      if (isRight) {
        if (check.remembered && hash !== undefined) correctSecrets.set(hash, keyedHash(memoryKey, secret))
        await inTransaction(db, async (tx) => {
          await throttles.refund(tx, consumed, 'correct')
          if (correct) await throttles.consume(tx, ofCorrect)
        })
      }
      return isRight
    }
    return hasher.exclusive(attempt, [...targets.map(({ rule, subject }) => `${rule} ${subject}`), ...clients])
  }

  function isRemembered({ remembered, secret, hash }: CredentialCheck<Name>): boolean {
    if (!remembered || hash === undefined) return false
    return sameHash(keyedHash(memoryKey, secret), correctSecrets.get(hash) ?? null)
  }

  async function refundOnFailure(consumed: ConsumedAttempts<Name>, verify: () => Promise<boolean>): Promise<boolean> {
    try {
      return await verify()
    } catch (error) {
      await inTransaction(db, (tx) => throttles.refund(tx, consumed, 'unverified'))
      throw error
    }
  }

  /**
   * Of a code that is looked up. Counted under lock; a correct one rolls the count back, with what `look` wrote.
   * @returns undefined for a wrong code @throws TOO_MANY_TRIES, before `look`; UNAVAILABLE
   */
  async function find<T>(
    targets: readonly ThrottleTarget<Name>[],
    look: (tx: Tx) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    throttles.refuseCached(targets)
    try {
      await inTransaction(db, async (tx) => {
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

/** Rolls back the transaction that counted the attempt. */
class Right extends Error {
  readonly found: unknown

  constructor(found: unknown) {
    super('right')
    this.found = found
  }
}
