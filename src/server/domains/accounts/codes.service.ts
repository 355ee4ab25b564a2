import { CODE_SECONDS, CODE_TRIES, SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { AreaCode } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { keyedHash, sameHash } from '#server/kit/secrets.ts'
import { addressThrottles } from '#server/kit/throttles.ts'
import type { Origin } from './accounts-model.ts'
import { findNumber } from './accounts.repo.ts'
import {
  type CodeKey,
  countFailedAttempt,
  type IssuedCode,
  lockCode,
  markCodeUsed,
  sweepCodes,
  upsertCode,
} from './codes.repo.ts'
import { requireNumber } from './numbers.rules.ts'
import { deviceHash, newCode, requesterOf } from './secrets.rules.ts'
import type { Throttles, ThrottleTarget } from './throttles.rules.ts'
import type { AccountsParts } from './ports.ts'

export type Codes = ReturnType<typeof createCodes>

export type EnteredNumber = { mobileno: string; areaCode: AreaCode }

export type CodeRequester = Origin & { language: Language }

/** `requestedBy` is from `requesterOf`. */
type CodeOwner = CodeKey & { sentTo: string; requestedBy: Buffer }
type CodeAttempt = CodeOwner & { code: string }
type Evaluated = { verdict: Verdict | 'none'; issued: IssuedCode | undefined; isRequester: boolean }

type CodeMessage = { to: string; language: Language; accountId?: string | undefined } & (
  | { channel: 'sms'; template: 'registerCode' | 'resetCode' | 'parentalCode' }
  | { channel: 'mail'; template: 'emailCode' | 'contactCode' }
)

/** Per purpose: whether the number must have an account, and the SMS templates for a valid and an invalid request. */
const NUMBER_CODES = {
  register: { requiresAccount: false, template: 'registerCode', noticeTemplate: 'alreadyRegistered' },
  reset: { requiresAccount: true, template: 'resetCode', noticeTemplate: 'notRegistered' },
} as const

export function createCodes({ db, clock, key, throttles, messages }: AccountsParts & { throttles: Throttles }) {
  return { sendToNumber, send, countCheck, verify, redeem, sweep }

  /**
   * Sends a code, or an SMS that explains why there is none, by the same steps: the response must not reveal whether a number has an
   * account. @throws INVALID_INPUT, TOO_MANY_TRIES
   */
  async function sendToNumber(
    purpose: keyof typeof NUMBER_CODES,
    { mobileno, areaCode }: EnteredNumber,
    { address, device, language }: CodeRequester,
  ): Promise<{ waitSeconds: number }> {
    const number = requireNumber(mobileno, areaCode)
    const { requiresAccount, template, noticeTemplate } = NUMBER_CODES[purpose]
    const isReset = purpose === 'reset'
    // Needs no connection, and applies to known devices too.
    throttles.refuseCached(smsThrottles({ number, address, isKnownDevice: true, isReset }))
    await inTransaction(db, async (tx) => {
      const { hasAccount, isKnownDevice } = await findNumber(tx, { number, deviceHash: deviceHash(key, device) })
      await throttles.consume(tx, smsThrottles({ number, address, isKnownDevice, isReset }))
      const owner = { purpose, subject: number, sentTo: number, requestedBy: requesterOf(key, { address, device }) }
      if (hasAccount === requiresAccount) return send(tx, owner, { channel: 'sms', to: number, language, template })
      const { expiresAt } = await issue(tx, owner, { redeemable: false })
      await messages.send(tx, { channel: 'sms', to: number, language, expiresAt, template: noticeTemplate, params: {} })
    })
    return { waitSeconds: SMS_WAIT_SECONDS }
  }

  async function send(tx: Db, owner: CodeOwner, message: CodeMessage): Promise<void> {
    const { code, expiresAt } = await issue(tx, owner, { redeemable: true })
    await messages.send(tx, { ...message, expiresAt, params: { code } })
  }

  /** With `redeemable` false the code is a decoy. */
  async function issue(tx: Db, owner: CodeOwner, { redeemable }: { redeemable: boolean }) {
    const at = clock.now()
    const expiresAt = at.add({ seconds: CODE_SECONDS })
    const code = newCode()
    const hash = hashOf({ ...owner, code })
    await upsertCode(tx, { ...owner, codeHash: redeemable ? hash : null, at, expiresAt })
    return { code, expiresAt }
  }

  /** @throws TOO_MANY_TRIES */
  async function countCheck(address: string): Promise<void> {
    const targets = addressThrottles('codeAddress', address)
    throttles.refuseCached(targets)
    await inTransaction(db, (tx) => throttles.consume(tx, targets))
  }

  /** Does not redeem: for use before expensive work such as hashing. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function verify(attempt: CodeAttempt): Promise<void> {
    throwUnlessRight(await inTransaction(db, (tx) => evaluate(tx, attempt)))
  }

  /** `work` runs in the same transaction: of concurrent attempts one succeeds. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function redeem<T>(attempt: CodeAttempt, work: (tx: Db) => Promise<T>): Promise<T> {
    // Thrown after the commit, so that the failed attempt stays counted.
    const outcome = await inTransaction(db, async (tx) => {
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

  /** Only the requester learns more than that the code is wrong. */
  function throwUnlessRight({ verdict, issued, isRequester }: Evaluated): void {
    if (verdict === 'right') return
    if (!isRequester) throw new AppError('WRONG_CODE')
    if (verdict === 'expired') throw new AppError('CODE_EXPIRED')
    if (verdict === 'exhausted' && issued) {
      // Until another code may be requested.
      const left = issued.expiresAt.since(clock.now()).total('seconds') - CODE_SECONDS + SMS_WAIT_SECONDS
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
  isKnownDevice: boolean
  isReset: boolean
}

export const smsThrottles = ({ number, address, isKnownDevice, isReset }: SmsToSend): ThrottleTarget[] => [
  { rule: 'smsNumber', subject: number },
  { rule: 'smsNumberDay', subject: number },
  ...(isKnownDevice ? [] : [{ rule: 'smsNumberUnknownDevice', subject: number } as const]),
  ...addressThrottles('smsAddress', address),
  { rule: 'smsTotal', subject: 'all' },
  ...(isReset ? [] : [{ rule: 'smsExceptResets', subject: 'all' } as const]),
]

type Verdict = 'right' | 'wrong' | 'expired' | 'exhausted'

const isRequestedBy = (code: IssuedCode, device: Buffer): boolean => sameHash(device, code.requestedBy)

/** Valid once, for ten minutes, for its recipient, for five attempts of the requesting device and five of all others together. */
export function verifyCode(
  code: IssuedCode,
  attempt: { hash: Buffer; sentTo: string; isRequester: boolean; now: Temporal.Instant },
): Verdict {
  if (code.usedAt !== null) return 'expired'
  if (Temporal.Instant.compare(attempt.now, code.expiresAt) >= 0) return 'expired'
  if ((attempt.isRequester ? code.tries : code.triesOfOthers) >= CODE_TRIES) return 'exhausted'
  return sameHash(attempt.hash, code.codeHash) && code.sentTo === attempt.sentTo ? 'right' : 'wrong'
}
