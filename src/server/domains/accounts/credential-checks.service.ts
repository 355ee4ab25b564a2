import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { keyedHash, sameHash, deviceHash } from './secrets.rules.ts'
import { type ConsumedAttempts, type ThrottleTarget, type Throttles, addressThrottles } from './throttles.service.ts'
import { findLastAccountOn } from './sessions.repo.ts'
import type { AccountsParts, Verify } from './ports.ts'

export type CredentialChecks = ReturnType<typeof createCredentialChecks>

/** Without a hash the check fails in the same time. */
export type CredentialCheck = {
  targets: readonly ThrottleTarget[]
  /** Limits correct secrets, which also occupy the hashing queue. */
  correct?: ThrottleTarget | undefined
  secret: string
  hash: string | undefined
  /** Additional clients of the fair hashing queue. */
  clients?: readonly string[] | undefined
  /** Caches a correct secret that a client sends with every call. */
  remembered?: boolean
}

const REMEMBERED_MAX = 10_000

interface CodeVisitor {
  readonly accountId?: string | undefined
  readonly number?: string | undefined
  readonly deviceSerial?: string | undefined
  readonly address: string
}

/** Counts each attempt, verifies it, and refunds a correct one. */
export function createCredentialChecks({ db, key, hasher, throttles }: AccountsParts & { throttles: Throttles }) {
  const memoryKey = randomBytes(32)
  /** Keyed hashes of correct secrets by stored hash. */
  const correctSecrets = new LRUCache<string, Buffer>({ max: REMEMBERED_MAX })
  return { isRight, refuseCached: throttles.refuseCached, findCode }

  /**
   * Counts before verifying, so that concurrent attempts on all nodes stay within the limit. Attempts of a process run one at a time, so
   * that concurrent correct ones do not exhaust it. @throws TOO_MANY_TRIES, before hashing; UNAVAILABLE
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
   * Finds a redeemable code and limits wrong ones per account, number, last account of the device, or address, in this order.
   * The attempt is counted under lock; a correct code rolls the count back. @returns undefined for a wrong code @throws TOO_MANY_TRIES, UNAVAILABLE
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

  /** @returns undefined for a visitor of whom nothing is known */
  async function ownTarget({ accountId, number, deviceSerial }: CodeVisitor): Promise<ThrottleTarget | undefined> {
    if (accountId !== undefined) return { rule: 'redeemAccount', subject: accountId }
    if (number !== undefined) return { rule: 'redeemNumber', subject: number }
    const device = deviceHash(key, { deviceSerial })
    const owner = device === null ? undefined : await findLastAccountOn(db, device)
    return owner === undefined ? undefined : { rule: 'redeemAccount', subject: owner }
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
