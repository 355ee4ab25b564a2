import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { AreaCode } from '#contract/fields.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Account, DeviceInfo, Origin, SignedIn, SignedInDevice } from './accounts-model.ts'
import { lockAccount } from './accounts.repo.ts'
import type { CredentialChecks } from './credential-checks.service.ts'
import { requireNumber } from './numbers.rules.ts'
import { deviceHash, newToken, tokenHash } from './secrets.rules.ts'
import { endSessions, findAccountAndDevice, findDevices, insertSession } from './sessions.repo.ts'
import { deviceName, expiredBefore, expiryOf, hasDeviceSlot } from './sessions.rules.ts'
import { addressThrottles, correctPasswords, type ThrottleTarget, knownDeviceThrottle } from './throttles.service.ts'

export type LoginsDeps = { db: Kysely<Database>; clock: Clock; key: Buffer; credentialChecks: CredentialChecks }

export type Logins = ReturnType<typeof createLogins>

type Credentials = { mobileno: string; areaCode: AreaCode; password: string; endDevice?: string | undefined }

/** The new session, or the signed-in devices when the device limit is reached. */
export type LogInOutcome = SignedIn | { devices: SignedInDevice[] }

/** Logs members in. */
export function createLogins({ db, clock, key, credentialChecks }: LoginsDeps) {
  return { logIn, startSession }

  /**
   * Logs in. A number without an account takes the same steps and the same time.
   * @throws INVALID_INPUT, WRONG_CREDENTIALS, TOO_MANY_TRIES
   */
  async function logIn(
    { mobileno, areaCode, password, endDevice }: Credentials,
    { address, device }: Origin,
  ): Promise<LogInOutcome> {
    const number = requireNumber(mobileno, areaCode, 'LOGIN_ID')
    const hash = deviceHash(key, device)
    const targetsOfUnknownDevice: ThrottleTarget[] = [
      { rule: 'passwordNumber', subject: number },
      ...addressThrottles('passwordAddress', address),
    ]
    const correct = correctPasswords(number)
    // A cached refusal needs no query. A device without a serial is never a known one.
    credentialChecks.refuseCached([correct, ...(hash ? [] : targetsOfUnknownDevice)])
    const found = await findAccountAndDevice(db, { number, deviceHash: hash })
    const targets = found?.isKnownDevice && hash ? [knownDeviceThrottle(number, hash)] : targetsOfUnknownDevice
    const isRight = await credentialChecks.isRight({
      targets,
      correct,
      secret: password,
      hash: found?.passwordHash,
      clients: addressPrefixes(address),
    })
    if (!isRight || !found) throw new AppError('WRONG_CREDENTIALS')
    const outcome = await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId: found.accountId })
      // The password may have changed during the verification.
      if (account?.passwordHash !== found.passwordHash) return undefined
      return startSession(tx, account, { device, endDevice })
    })
    if (!outcome) throw new AppError('WRONG_CREDENTIALS')
    return outcome
  }

  type SessionOptions = { device: DeviceInfo; endDevice?: string | undefined }

  /** Starts a session. The account's row is locked, so that concurrent logins cannot exceed the device limit. */
  async function startSession(tx: Db, account: Account, { device, endDevice }: SessionOptions): Promise<LogInOutcome> {
    const { accountId } = account
    const at = clock.now()
    const hash = deviceHash(key, device)
    if (endDevice) await endSessions(tx, { accountId, which: { sessionId: endDevice }, cause: 'device', at })
    if (hash) await endSessions(tx, { accountId, which: { deviceHash: hash }, cause: 'replaced', at })
    const signedIn = await findDevices(tx, { accountId, expiredBefore: expiredBefore(at) })
    if (!hasDeviceSlot(signedIn.length)) return { devices: signedIn }
    const token = newToken()
    await insertSession(tx, {
      sessionId: newId(),
      accountId,
      tokenHash: tokenHash(token),
      deviceHash: hash,
      deviceName: deviceName(device),
      at,
    })
    return { token, userId: accountId, partner: account.partner, expiresAt: expiryOf(at) }
  }
}
