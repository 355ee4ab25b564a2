import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Database, type Db, inTransaction } from '#server/kit/db.ts'
import type { Hasher, Verify } from './hasher.ts'
import { keyedHash, sameHash, deviceHash } from './secrets.rules.ts'
import { type ConsumedAttempts, type ThrottleTarget, type Throttles, addressThrottles } from './throttles.service.ts'
import { findLastAccountOn } from './sessions.repo.ts'

export type CredentialChecks = ReturnType<typeof createCredentialChecks>

/** A submitted password or code. Without a hash the check fails in the same time. */
export type CredentialCheck = {
  targets: readonly ThrottleTarget[]
  /** Limits correct secrets, so that nobody keeps the hashing queue busy with their own password. */
  correct?: ThrottleTarget | undefined
  secret: string
  hash: string | undefined
  /** Those whom the hashing queue serves in turns, besides the targets. */
  clients?: readonly string[] | undefined
  /** Remembers a correct secret in this process: a client may send it with every call, and each would cost a hash. */
  remembered?: boolean
}

const REMEMBERED_MAX = 10_000

/** Who enters a code that is redeemed. A visitor has no account. */
interface CodeVisitor {
  readonly accountId?: string | undefined
  /** The number that a visitor registers, once it is verified. */
  readonly number?: string | undefined
  /** What a visitor's client says it is. */
  readonly deviceSerial?: string | undefined
  /** The client's IP address. */
  readonly address: string
}

export type CredentialChecksDeps = { db: Kysely<Database>; key: Buffer; hasher: Hasher; throttles: Throttles }

/** Checks passwords and codes. Each attempt is counted, verified, and refunded when it is correct. */
export function createCredentialChecks({ db, key, hasher, throttles }: CredentialChecksDeps) {
  const memoryKey = randomBytes(32)
  /** The keyed hashes of correct secrets by their stored hash. */
  const correctSecrets = new LRUCache<string, Buffer>({ max: REMEMBERED_MAX })
  return { isRight, refuseCached: throttles.refuseCached, findCode }

  /**
   * Verifies a secret. The attempt is counted before it is verified, so that concurrent attempts on any number of nodes stay
   * within the limit. Within a process attempts run one at a time: concurrent correct attempts do not exhaust the limit.
   * @throws TOO_MANY_TRIES, before hashing; UNAVAILABLE
   */
  async function isRight(check: CredentialCheck): Promise<boolean> {
    const { targets, correct, secret, hash, clients = [] } = check
    const ofCorrect = correct ? [correct] : []
    await throttles.refuseExceeded(db, [...targets, ...ofCorrect])
    if (isRemembered(check)) {
      for (const target of targets) await throttles.reset(db, target)
      return true
    }
    const attempt = async (verify: Verify) => {
      const consumed = await inTransaction(db, async (tx) => {
        // Read again: correct attempts may have been waiting. Of those on other nodes at this moment a few more may pass.
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

  function isRemembered({ remembered, secret, hash }: CredentialCheck): boolean {
    if (!remembered || hash === undefined) return false
    return sameHash(keyedHash(memoryKey, secret), correctSecrets.get(hash) ?? null)
  }

  async function refundOnFailure(consumed: ConsumedAttempts, verify: () => Promise<boolean>): Promise<boolean> {
    try {
      return await verify()
    } catch (error) {
      await inTransaction(db, (tx) => throttles.refund(tx, consumed, 'unverified'))
      throw error
    }
  }

  /**
   * Looks a code up that is redeemed. Wrong ones are limited: of a member by the account, of a visitor by the number that they register, by
   * the account that their device last logged in to, or else by the address. A stranger behind the same address uses up nobody's tries but
   * those of other strangers. The attempt is counted before, under the lock of its tallies, so that concurrent attempts stay within the limit; that of a
   * right code is undone with its transaction, and counts nothing.
   * @returns undefined for a wrong code @throws TOO_MANY_TRIES, UNAVAILABLE
   */
  async function findCode<T>(visitor: CodeVisitor, look: (tx: Db) => Promise<T | undefined>): Promise<T | undefined> {
    const own = await ownTarget(visitor)
    const targets = own
      ? [own, ...addressThrottles('redeemMemberAddress', visitor.address)]
      : addressThrottles('redeemAddress', visitor.address)
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
