import type { Kysely } from 'kysely'
import { CODE_SECONDS, CODE_TRIES } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { addressKey } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { type CodeKey, countTry, lockCode, putCode, sweepCodes, useCode } from './codes.repo.ts'
import { judge, type SentCode, type Verdict } from './codes.rules.ts'
import { keyedHash, newCode } from './secrets.rules.ts'
import type { Count } from './throttles.service.ts'

export type Codes = ReturnType<typeof createCodes>
type Try = CodeKey & { code: string; sentTo: string }
type Judged = { verdict: Verdict | 'none'; sent: SentCode | undefined }

/** Codes that prove a number or an address. */
export function createCodes({ db, clock, key }: { db: Kysely<Database>; clock: Clock; key: Buffer }) {
  return { issue, check, spend, sweep }

  /**
   * Makes a code for a place. With `proves` false there is nothing to prove: the code is as any other on the outside, and never right.
   */
  async function issue(db: Db, { purpose, subject, sentTo, proves }: CodeKey & { sentTo: string; proves: boolean }) {
    const at = clock.now()
    const expiresAt = at.add({ seconds: CODE_SECONDS })
    const code = newCode()
    const hash = hashOf({ purpose, subject, code })
    await putCode(db, {
      purpose,
      subject,
      codeHash: proves ? hash : null,
      sentTo,
      at,
      expiresAt,
    })
    return { code, expiresAt }
  }

  /**
   * Whether a code is right, without using it up: for work that comes before.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function check(given: Try): Promise<void> {
    refuse(await db.transaction().execute((tx) => tried(tx, given)))
  }

  /**
   * Uses a code up and does what it opens, in one transaction: of two that come at once, one does it.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function spend<T>(given: Try, work: (tx: Db) => Promise<T>): Promise<T> {
    // A refusal is thrown after the transaction: the wrong try has to be counted.
    const outcome = await db.transaction().execute(async (tx) => {
      const judged = await tried(tx, given)
      if (judged.verdict !== 'right') return { judged }
      await useCode(tx, { ...given, at: clock.now() })
      return { judged, done: { value: await work(tx) } }
    })
    refuse(outcome.judged)
    return outcome.done!.value
  }

  async function tried(tx: Db, given: Try): Promise<Judged> {
    const sent = await lockCode(tx, given)
    if (!sent) return { verdict: 'none', sent }
    const verdict = judge(sent, { hash: hashOf(given), sentTo: given.sentTo, now: clock.now() })
    if (verdict === 'wrong') await countTry(tx, given)
    return { verdict, sent }
  }

  function refuse({ verdict, sent }: Judged): void {
    if (verdict === 'right') return
    if (verdict === 'expired') throw new AppError('CODE_EXPIRED')
    if (verdict === 'spent' && sent) {
      const left = sent.expiresAt.since(clock.now()).total('seconds')
      throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(1, Math.ceil(left)) })
    }
    throw new AppError('WRONG_CODE', { triesLeft: sent ? CODE_TRIES - sent.tries - 1 : 0 })
  }

  function hashOf({ purpose, subject, code }: CodeKey & { code: string }): Buffer {
    return keyedHash(key, 'code', purpose, subject, code)
  }

  function sweep(): Promise<void> {
    return sweepCodes(db, clock.now().subtract({ hours: 24 }))
  }
}

/** The counts of one SMS with a code: of its number, of who asked, and of the house. */
export const smsCounts = (number: string, address: string): Count[] => [
  { rule: 'smsNumber', of: number },
  { rule: 'smsNumberDay', of: number },
  { rule: 'smsAddress', of: addressKey(address) },
  { rule: 'smsTotal', of: 'all' },
]
