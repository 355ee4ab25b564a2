import type { Tx } from '#server/kit/db.ts'
import type { Account } from './accounts-model.ts'
import { replaceNumber as writeNumber, requireLockedAccount, updateAccount } from './accounts.repo.ts'
import type { AccountsParts } from './ports.ts'
import { newParentalCode, newPassword } from './secrets.rules.ts'
import { endSessions, findKnownDevices } from './sessions.repo.ts'
import { knownDeviceThrottle, type Throttles } from './throttles.rules.ts'
import { hongKongDay } from '#server/kit/instants.ts'

/** What customer care does with the sign-in of an account. Joins the caller's transaction, which records it. */
export function createCare({ db, clock, hasher, messages, throttles }: AccountsParts & { throttles: Throttles }) {
  return {
    signInLockedUntil,
    unlockSignIn,
    endAll,
    resetPassword,
    newParental,
    sendDataLink,
    announceNumber,
    replaceNumber,
    tellNumberStays,
  }

  /** On devices that the account does not know. Undefined: not locked. */
  async function signInLockedUntil({ number }: Pick<Account, 'number'>): Promise<Temporal.Instant | undefined> {
    const { retryAfter } = await throttles.remainingTriesOf(db, { rule: 'passwordNumber', subject: number })
    return retryAfter === undefined ? undefined : clock.now().add({ seconds: retryAfter })
  }

  /** After too many wrong passwords or parental codes, on every device. */
  async function unlockSignIn(tx: Tx, { accountId, number }: Pick<Account, 'accountId' | 'number'>): Promise<void> {
    await throttles.reset(tx, { rule: 'passwordNumber', subject: number })
    await throttles.reset(tx, { rule: 'passwordMember', subject: accountId })
    await throttles.reset(tx, { rule: 'parental', subject: accountId })
    for (const device of await findKnownDevices(tx, accountId))
      await throttles.reset(tx, knownDeviceThrottle(number, device))
  }

  /** @returns how many devices were signed out */
  function endAll(tx: Tx, accountId: string): Promise<number> {
    return endSessions(tx, { accountId, which: 'all', cause: 'device', at: clock.now() })
  }

  /** Sent to the number of the account, returned to no caller. Ends every session and lifts the lockout. */
  async function resetPassword(tx: Tx, accountId: string): Promise<void> {
    const account = await requireLockedAccount(tx, accountId)
    const { number, language } = account
    const password = newPassword(number)
    await consumeSms(tx, account)
    await updateAccount(tx, { accountId, set: { password_hash: await hasher.hash(password, [accountId]) } })
    await unlockSignIn(tx, account)
    await endSessions(tx, { accountId, which: 'all', cause: 'reset', at: clock.now() })
    await messages.post(tx, { accountId, template: 'passwordReset', params: {} })
    const message = { channel: 'sms', to: number, language, accountId, expiresAt: expiry() } as const
    await messages.send(tx, { ...message, template: 'newPassword', params: { password } })
  }

  /** Sends a code to the number. @returns its hash, which the caller stores */
  async function newParental(tx: Tx, account: Account): Promise<string> {
    const { accountId, number, language } = account
    const code = newParentalCode()
    await consumeSms(tx, account)
    const message = { channel: 'sms', to: number, language, accountId, expiresAt: expiry() } as const
    await messages.send(tx, { ...message, template: 'newParentalCode', params: { code } })
    return hasher.hash(code, [accountId])
  }

  /** @throws TOO_MANY_TRIES */
  async function sendDataLink(tx: Tx, { accountId, email, language }: Account, link: string): Promise<void> {
    await throttles.consume(tx, [
      { rule: 'mailAccount', subject: accountId },
      { rule: 'mailAccountDay', subject: accountId },
    ])
    const message = { channel: 'mail', to: email, language, accountId } as const
    await messages.send(tx, { ...message, template: 'accountData', params: { link } })
  }

  /** Of another number: to both, and to the address. */
  async function announceNumber(
    tx: Tx,
    { accountId, number, email, language }: Account,
    next: { number: string; dueAt: Temporal.Instant },
  ): Promise<void> {
    const about = { language, accountId, expiresAt: next.dueAt } as const
    const params = { day: hongKongDay(next.dueAt).toString() }
    await messages.send(tx, { channel: 'sms', to: number, ...about, template: 'numberChanging', params })
    await messages.send(tx, { channel: 'sms', to: next.number, ...about, template: 'numberAwaited', params })
    await messages.send(tx, { channel: 'mail', to: email, ...about, template: 'numberChanging', params })
  }

  /** Ends every session; both numbers and the address are told. @returns false when another account has it */
  async function replaceNumber(tx: Tx, account: Account, number: string): Promise<boolean> {
    const { accountId, number: former, email, language } = account
    if (!(await writeNumber(tx, { accountId, number }))) return false
    await unlockSignIn(tx, account)
    await endSessions(tx, { accountId, which: 'all', cause: 'reset', at: clock.now() })
    const about = { language, accountId, template: 'numberChanged', params: {} } as const
    for (const to of [former, number])
      await messages.send(tx, { channel: 'sms', to, ...about, expiresAt: clock.now().add({ hours: NOTICE_HOURS }) })
    await messages.send(tx, { channel: 'mail', to: email, ...about })
    return true
  }

  async function tellNumberStays(tx: Tx, { accountId, email, language }: Account): Promise<void> {
    const message = { channel: 'mail', to: email, language, accountId } as const
    await messages.send(tx, { ...message, template: 'numberStays', params: {} })
  }

  /** @throws TOO_MANY_TRIES */
  async function consumeSms(tx: Tx, { number }: Pick<Account, 'number'>): Promise<void> {
    await throttles.consume(tx, [
      { rule: 'smsNumber', subject: number },
      { rule: 'smsNumberDay', subject: number },
      { rule: 'smsTotal', subject: 'all' },
    ])
  }

  /** An SMS that comes later than this would surprise. */
  function expiry(): Temporal.Instant {
    return clock.now().add({ hours: SMS_HOURS })
  }
}

const SMS_HOURS = 1
const NOTICE_HOURS = 24
