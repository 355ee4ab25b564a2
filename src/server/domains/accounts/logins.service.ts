import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { AreaCode } from '#contract/fields.ts'
import { addressKey } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Account, DeviceInfo, Origin, SignedIn, SignedInDevice } from './accounts-model.ts'
import { lockAccount } from './accounts.repo.ts'
import type { CredentialChecks } from './credential-checks.service.ts'
import { requireNumber } from './numbers.rules.ts'
import { deviceHash, newToken, tokenHash } from './secrets.rules.ts'
import { endSessions, findAccountAndDevice, findDevices, insertSession } from './sessions.repo.ts'
import { deviceName, expiredBefore, expiryOf, hasRoom } from './sessions.rules.ts'
import { type Count, triesOnDevice } from './throttles.service.ts'

export type LoginsDeps = { db: Kysely<Database>; clock: Clock; key: Buffer; guesses: CredentialChecks }

export type Logins = ReturnType<typeof createLogins>

type Credentials = { mobileno: string; areaCode: AreaCode; password: string; endDevice?: string | undefined }

/** Signed in, or the devices of which one must be ended first. */
export type LogInOutcome = SignedIn | { devices: SignedInDevice[] }

/** Signing in. */
export function createLogins({ db, clock, key, guesses }: LoginsDeps) {
  return { logIn, start }

  /**
   * Signs in. A number that has no account takes the same steps and the same time.
   * @throws INVALID_INPUT, WRONG_CREDENTIALS, TOO_MANY_TRIES
   */
  async function logIn(
    { mobileno, areaCode, password, endDevice }: Credentials,
    { address, device }: Origin,
  ): Promise<LogInOutcome> {
    const number = requireNumber(mobileno, areaCode)
    const hash = deviceHash(key, device)
    const asStranger: Count[] = [
      { rule: 'passwordNumber', of: number },
      { rule: 'passwordAddress', of: addressKey(address) },
    ]
    // Without a serial it is no known device: what is refused need not be looked up.
    if (!hash) guesses.recall(asStranger)
    const found = await findAccountAndDevice(db, { number, deviceHash: hash })
    const counts = found?.isKnownDevice && hash ? [triesOnDevice(number, hash)] : asStranger
    const isRight = await guesses.isRight({ counts, secret: password, hash: found?.passwordHash })
    if (!isRight || !found) throw new AppError('WRONG_CREDENTIALS')
    const outcome = await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId: found.accountId })
      // The password may have been changed while this one was being looked at.
      if (account?.passwordHash !== found.passwordHash) return undefined
      return start(tx, account, { device, endDevice })
    })
    if (!outcome) throw new AppError('WRONG_CREDENTIALS')
    return outcome
  }

  type Place = { device: DeviceInfo; endDevice?: string | undefined }

  /** Begins a session of an account whose row is locked: of five at once on a full account, none is the sixth. */
  async function start(tx: Db, account: Account, { device, endDevice }: Place): Promise<LogInOutcome> {
    const { accountId } = account
    const at = clock.now()
    const hash = deviceHash(key, device)
    if (endDevice) await endSessions(tx, { accountId, which: { sessionId: endDevice }, cause: 'device', at })
    if (hash) await endSessions(tx, { accountId, which: { deviceHash: hash }, cause: 'replaced', at })
    const signedIn = await findDevices(tx, { accountId, expiredBefore: expiredBefore(at) })
    if (!hasRoom(signedIn.length)) return { devices: signedIn }
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
