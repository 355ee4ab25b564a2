import type { Kysely } from 'kysely'
import { CODE_SECONDS, CODE_TRIES } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { type CodeKey, countFailedAttempt, lockCode, upsertCode, sweepCodes, markCodeUsed } from './codes.repo.ts'
import { isRequestedBy, verifyCode, type IssuedCode, type Verdict } from './codes.rules.ts'
import { keyedHash, newCode } from './secrets.rules.ts'
import { addressThrottles, type Throttles, type ThrottleTarget } from './throttles.service.ts'

export type Codes = ReturnType<typeof createCodes>
/** Identifies the device that requests or enters a code, from `requesterOf`. */
type Requester = { requestedBy: Buffer }
type CodeAttempt = CodeKey & Requester & { code: string; sentTo: string }
type Evaluated = { verdict: Verdict | 'none'; issued: IssuedCode | undefined; isRequester: boolean }
type Deps = { db: Kysely<Database>; clock: Clock; key: Buffer; throttles: Throttles }

/** One-time codes that verify a number or an e-mail address. */
export function createCodes({ db, clock, key, throttles }: Deps) {
  return { issue, countCheck, verify, redeem, sweep }

  /** Issues a code for a recipient. With `redeemable` false it is a decoy: indistinguishable from outside, never valid. */
  async function issue(
    db: Db,
    {
      purpose,
      subject,
      sentTo,
      requestedBy,
      redeemable,
    }: CodeKey & Requester & { sentTo: string; redeemable: boolean },
  ) {
    const at = clock.now()
    const expiresAt = at.add({ seconds: CODE_SECONDS })
    const code = newCode()
    const hash = hashOf({ purpose, subject, code })
    await upsertCode(db, { purpose, subject, codeHash: redeemable ? hash : null, sentTo, requestedBy, at, expiresAt })
    return { code, expiresAt }
  }

  /** Counts a check of a code for its address. @throws TOO_MANY_TRIES */
  async function countCheck(address: string): Promise<void> {
    const targets = addressThrottles('codeAddress', address)
    throttles.refuseCached(targets)
    await db.transaction().execute((tx) => throttles.consume(tx, targets))
  }

  /**
   * Verifies a code without redeeming it. Used before expensive work, such as hashing.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function verify(attempt: CodeAttempt): Promise<void> {
    throwUnlessRight(await db.transaction().execute((tx) => evaluate(tx, attempt)))
  }

  /**
   * Redeems a code and runs `work` in the same transaction: of concurrent attempts, one succeeds.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function redeem<T>(attempt: CodeAttempt, work: (tx: Db) => Promise<T>): Promise<T> {
    // The error is thrown after the commit, so that the failed attempt stays counted.
    const outcome = await db.transaction().execute(async (tx) => {
      const evaluated = await evaluate(tx, attempt)
      if (evaluated.verdict !== 'right') return { evaluated }
      await markCodeUsed(tx, { ...attempt, at: clock.now() })
      return { evaluated, done: { value: await work(tx) } }
    })
    throwUnlessRight(outcome.evaluated)
    return outcome.done!.value
  }

  async function evaluate(tx: Db, attempt: CodeAttempt): Promise<Evaluated> {
    const issued = await lockCode(tx, attempt)
    if (!issued) return { verdict: 'none', issued, isRequester: false }
    const isRequester = isRequestedBy(issued, attempt.requestedBy)
    const { sentTo } = attempt
    const verdict = verifyCode(issued, { hash: hashOf(attempt), sentTo, isRequester, now: clock.now() })
    if (verdict === 'wrong') await countFailedAttempt(tx, { ...attempt, isRequester })
    return { verdict, issued, isRequester }
  }

  /** Only the requester learns more than that the code is wrong: whether one was requested lately is nobody else's business. */
  function throwUnlessRight({ verdict, issued, isRequester }: Evaluated): void {
    if (verdict === 'right') return
    if (!isRequester) throw new AppError('WRONG_CODE')
    if (verdict === 'expired') throw new AppError('CODE_EXPIRED')
    if (verdict === 'exhausted' && issued) {
      const left = issued.expiresAt.since(clock.now()).total('seconds')
      throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(1, Math.ceil(left)) })
    }
    throw new AppError('WRONG_CODE', { triesLeft: issued ? CODE_TRIES - issued.tries - 1 : 0 })
  }

  function hashOf({ purpose, subject, code }: CodeKey & { code: string }): Buffer {
    return keyedHash(key, 'code', purpose, subject, code)
  }

  function sweep(): Promise<void> {
    return sweepCodes(db, clock.now().subtract({ hours: 24 }))
  }
}

type SmsToSend = {
  number: string
  address: string
  /** The requesting device has logged in to the number's account before. */
  isKnownDevice: boolean
  /** It resets a password or a parental code. */
  isReset: boolean
}

/** The throttles of one SMS: per number, per client address and in total. */
export const smsThrottles = ({ number, address, isKnownDevice, isReset }: SmsToSend): ThrottleTarget[] => [
  { rule: 'smsNumber', subject: number },
  { rule: 'smsNumberDay', subject: number },
  ...(isKnownDevice ? [] : [{ rule: 'smsNumberUnknownDevice', subject: number } as const]),
  ...addressThrottles('smsAddress', address),
  { rule: 'smsTotal', subject: 'all' },
  ...(isReset ? [] : [{ rule: 'smsExceptResets', subject: 'all' } as const]),
]
