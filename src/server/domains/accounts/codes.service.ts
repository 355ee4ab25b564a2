import type { Kysely } from 'kysely'
import { CODE_SECONDS, CODE_TRIES } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { addressKey } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { type CodeKey, countFailedAttempt, lockCode, upsertCode, sweepCodes, markCodeUsed } from './codes.repo.ts'
import { verifyCode, type IssuedCode, type Verdict } from './codes.rules.ts'
import { keyedHash, newCode } from './secrets.rules.ts'
import type { ThrottleTarget } from './throttles.service.ts'

export type Codes = ReturnType<typeof createCodes>
type CodeAttempt = CodeKey & { code: string; sentTo: string }
type Evaluated = { verdict: Verdict | 'none'; issued: IssuedCode | undefined }

/** One-time codes that verify a number or an e-mail address. */
export function createCodes({ db, clock, key }: { db: Kysely<Database>; clock: Clock; key: Buffer }) {
  return { issue, verify, redeem, sweep }

  /** Issues a code for a recipient. With `redeemable` false it is a decoy: indistinguishable from outside, never valid. */
  async function issue(
    db: Db,
    { purpose, subject, sentTo, redeemable }: CodeKey & { sentTo: string; redeemable: boolean },
  ) {
    const at = clock.now()
    const expiresAt = at.add({ seconds: CODE_SECONDS })
    const code = newCode()
    const hash = hashOf({ purpose, subject, code })
    await upsertCode(db, {
      purpose,
      subject,
      codeHash: redeemable ? hash : null,
      sentTo,
      at,
      expiresAt,
    })
    return { code, expiresAt }
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
    if (!issued) return { verdict: 'none', issued }
    const verdict = verifyCode(issued, { hash: hashOf(attempt), sentTo: attempt.sentTo, now: clock.now() })
    if (verdict === 'wrong') await countFailedAttempt(tx, attempt)
    return { verdict, issued }
  }

  function throwUnlessRight({ verdict, issued }: Evaluated): void {
    if (verdict === 'right') return
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

/** The throttles of one SMS: per number, per client address and in total. */
export const smsThrottles = (number: string, address: string): ThrottleTarget[] => [
  { rule: 'smsNumber', subject: number },
  { rule: 'smsNumberDay', subject: number },
  { rule: 'smsAddress', subject: addressKey(address) },
  { rule: 'smsTotal', subject: 'all' },
]
