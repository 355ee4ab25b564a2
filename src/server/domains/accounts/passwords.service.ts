import { AppError } from '#contract/errors.ts'
import { type FieldRule, isObviousPassword } from '#contract/fields.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { inTransaction } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { findAccount, lockAccount, requireAccount, updateAccount } from './accounts.repo.ts'
import type { Account, Origin } from './accounts-model.ts'
import type { Codes, CodeRequester, EnteredNumber } from './codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import { requesterOf } from './secrets.rules.ts'
import { endSessions, findKnownDevices } from './sessions.repo.ts'
import { type CredentialChecks, correctPasswords, type Throttles, knownDeviceThrottle } from './throttles.rules.ts'
import type { AccountsParts } from './ports.ts'

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords({
  db,
  clock,
  key,
  hasher,
  credentialChecks,
  throttles,
  codes,
  messages,
}: AccountsParts & { codes: Codes; credentialChecks: CredentialChecks; throttles: Throttles }) {
  return { sendResetCode, reset, change, confirm }

  /** A number without an account gets a notice. @throws INVALID_INPUT, TOO_MANY_TRIES */
  function sendResetCode(given: EnteredNumber, requester: CodeRequester): Promise<{ waitSeconds: number }> {
    return codes.sendToNumber('reset', given, requester)
  }

  type Reset = EnteredNumber & { code: string; newPassword: string }

  /** Ends every session and lifts the lockout. @throws INVALID_INPUT, WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function reset({ mobileno, areaCode, code, newPassword }: Reset, origin: Origin): Promise<void> {
    const number = requireNumber(mobileno, areaCode)
    refuseOwnNumber(newPassword, number)
    await codes.countCheck(origin.address)
    const requestedBy = requesterOf(key, origin)
    const attempt = { purpose: 'reset', subject: number, code, sentTo: number, requestedBy } as const
    // Verified before hashing: a wrong code costs no hash. Redeemed after it: a full hash queue does not use up the code.
    await codes.verify(attempt)
    const clients = [number, ...addressPrefixes(origin.address)]
    const current = await findAccount(db, { number })
    if (current && (await hasher.verify(newPassword, current.passwordHash, clients))) throw samePassword()
    const passwordHash = await hasher.hash(newPassword, clients)
    await codes.redeem(attempt, async (tx) => {
      await throttles.reset(tx, { rule: 'passwordNumber', subject: number })
      const account = await lockAccount(tx, { number })
      if (!account) throw new AppError('CODE_EXPIRED')
      const { accountId } = account
      await throttles.reset(tx, { rule: 'passwordMember', subject: accountId })
      for (const device of await findKnownDevices(tx, accountId))
        await throttles.reset(tx, knownDeviceThrottle(number, device))
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
    if (newPassword === currentPassword) throw samePassword()
    refuseOwnNumber(newPassword, account.number)
    const passwordHash = await hasher.hash(newPassword, [accountId])
    await inTransaction(db, async (tx) => {
      const current = await lockAccount(tx, { accountId })
      if (current?.passwordHash !== account.passwordHash) throw new AppError('CONFLICT')
      await updateAccount(tx, { accountId, set: { password_hash: passwordHash } })
      await endSessions(tx, { accountId, which: { except: sessionId }, cause: 'password', at: clock.now() })
      await messages.post(tx, { accountId, template: 'passwordChanged', params: {} })
    })
  }

  /** `field` names the input in the error. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function confirm({ accountId }: MemberViewer, password: string, field = 'password'): Promise<Account> {
    const account = await requireAccount(db, accountId)
    const targets = [{ rule: 'passwordMember', subject: accountId }] as const
    const correct = correctPasswords(account.number)
    const isRight = await credentialChecks.isRight({ targets, correct, secret: password, hash: account.passwordHash })
    if (!isRight)
      throw new AppError('WRONG_CREDENTIALS', {
        of: 'password',
        fields: { [field]: 'WRONG_PASSWORD' satisfies FieldRule },
      })
    return account
  }
}

const samePassword = (): AppError =>
  new AppError('INVALID_INPUT', { fields: { newPassword: 'SAME_PASSWORD' satisfies FieldRule } })

function refuseOwnNumber(password: string, number: string): void {
  if (isObviousPassword(password, number)) {
    throw new AppError('INVALID_INPUT', { fields: { newPassword: 'OBVIOUS_PASSWORD' satisfies FieldRule } })
  }
}
