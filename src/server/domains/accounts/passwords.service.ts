import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type FieldRule, isObviousPassword } from '#contract/fields.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { findAccount, lockAccount, updateAccount } from './accounts.repo.ts'
import type { Account } from './accounts-model.ts'
import type { Codes } from './codes.service.ts'
import type { CredentialChecks } from './credential-checks.service.ts'
import type { Hasher } from './hasher.ts'
import type { CodeRequester, NumberCodes, TypedNumber } from './number-codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import { endSessions, findKnownDevices } from './sessions.repo.ts'
import { type Throttles, triesOnDevice } from './throttles.service.ts'

export type PasswordsDeps = {
  db: Kysely<Database>
  clock: Clock
  hasher: Hasher
  guesses: CredentialChecks
  throttles: Throttles
  codes: Codes
  numberCodes: NumberCodes
  messages: Messages
}

export type Passwords = ReturnType<typeof createPasswords>

/** The password: forgotten, changed, asked for again. */
export function createPasswords({
  db,
  clock,
  hasher,
  guesses,
  throttles,
  codes,
  numberCodes,
  messages,
}: PasswordsDeps) {
  return { sendResetCode, reset, change, confirm }

  /** Forgotten, step 1: a code by SMS; a number without an account gets another. @throws INVALID_INPUT, TOO_MANY_TRIES */
  function sendResetCode(given: TypedNumber, asker: CodeRequester): Promise<{ waitSeconds: number }> {
    return numberCodes.send('reset', given, asker)
  }

  type Reset = TypedNumber & { code: string; newPassword: string }

  /**
   * Forgotten, step 2: ends every session, and whoever was locked out may try again.
   * @throws INVALID_INPUT, WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function reset({ mobileno, areaCode, code, newPassword }: Reset): Promise<void> {
    const number = requireNumber(mobileno, areaCode)
    refuseOwnNumber(newPassword, number)
    const given = { purpose: 'reset', subject: number, code, sentTo: number } as const
    // Looked at before hashing, so that a wrong code costs none; used up after it, so that a busy house wastes none.
    await codes.check(given)
    const passwordHash = await hasher.hash(newPassword)
    await codes.spend(given, async (tx) => {
      await throttles.clear(tx, { rule: 'passwordNumber', of: number })
      const account = await lockAccount(tx, { number })
      if (!account) throw new AppError('CODE_EXPIRED')
      const { accountId } = account
      await throttles.clear(tx, { rule: 'passwordMember', of: accountId })
      for (const device of await findKnownDevices(tx, accountId))
        await throttles.clear(tx, triesOnDevice(number, device))
      await updateAccount(tx, { accountId, set: { password_hash: passwordHash } })
      await endSessions(tx, { accountId, which: 'all', cause: 'reset', at: clock.now() })
      await messages.post(tx, { accountId, template: 'passwordReset', params: {} })
    })
  }

  type Change = { currentPassword: string; newPassword: string }

  /** Ends all other sessions. @throws WRONG_CREDENTIALS, INVALID_INPUT, TOO_MANY_TRIES */
  async function change(viewer: MemberViewer, { currentPassword, newPassword }: Change): Promise<void> {
    const { accountId, sessionId } = viewer
    const account = await confirm(viewer, currentPassword, 'currentPassword')
    refuseOwnNumber(newPassword, account.number)
    const passwordHash = await hasher.hash(newPassword)
    await db.transaction().execute(async (tx) => {
      const current = await lockAccount(tx, { accountId })
      if (current?.passwordHash !== account.passwordHash) throw new AppError('CONFLICT')
      await updateAccount(tx, { accountId, set: { password_hash: passwordHash } })
      await endSessions(tx, { accountId, which: { except: sessionId }, cause: 'password', at: clock.now() })
      await messages.post(tx, { accountId, template: 'passwordChanged', params: {} })
    })
  }

  /** The member's password, asked for again; `field` is where it was typed. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function confirm({ accountId }: MemberViewer, password: string, field = 'password'): Promise<Account> {
    const account = await findAccount(db, { accountId })
    if (!account) throw new AppError('SESSION_ENDED')
    const counts = [{ rule: 'passwordMember', of: accountId }] as const
    const isRight = await guesses.isRight({ counts, secret: password, hash: account.passwordHash })
    if (!isRight)
      throw new AppError('WRONG_CREDENTIALS', {
        of: 'password',
        fields: { [field]: 'WRONG_PASSWORD' satisfies FieldRule },
      })
    return account
  }
}

function refuseOwnNumber(password: string, number: string): void {
  if (isObviousPassword(password, number)) {
    throw new AppError('INVALID_INPUT', { fields: { newPassword: 'OBVIOUS_PASSWORD' satisfies FieldRule } })
  }
}
