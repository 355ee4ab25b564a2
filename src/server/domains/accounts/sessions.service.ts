import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { isAfter } from '#server/kit/instants.ts'
import type { MemberViewer } from '../viewer.ts'
import type { SignedInDevice, Account, DeviceInfo, Origin, SignedIn } from './accounts-model.ts'
import type { AccountsParts } from './ports.ts'
import { deviceHash } from './secrets.rules.ts'
import {
  clearProfile,
  endSessions,
  findDevices,
  findLiveSession,
  type LiveSession,
  sessionState,
  type SessionState,
  lockSessions,
  type StreamSession,
  sweepSessions,
  updateProfile,
  updateUnlock,
  compileViewerStatements,
  findViewer,
  type ViewerRow,
  findAccountAndDevice,
  insertSession,
} from './sessions.repo.ts'
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AreaCode } from '#contract/fields.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { newId } from '#server/kit/ids.ts'
import { newToken, tokenHash } from '#server/kit/secrets.ts'
import { addressThrottles } from '#server/kit/throttles.ts'
import { lockAccount } from './accounts.repo.ts'
import { requireNumber } from './numbers.rules.ts'
import {
  type CredentialChecks,
  correctPasswords,
  type ThrottleTarget,
  type Throttles,
  knownDeviceThrottle,
} from './throttles.rules.ts'
import { DEVICES_MAX } from '#contract/devices.ts'
import { SESSION_DAYS } from '#contract/sessions.ts'

export type Sessions = ReturnType<typeof createSessions>

type ViewerRequest = {
  language: Language
  region: string
  deviceSerial?: string | undefined
  profileId?: string | undefined
}

type OwnProfile = Pick<MemberViewer, 'profileId' | 'kids' | 'narrowedFrom'>

/** Without a session: of all devices none is the current one. */
type AccountSession = Pick<MemberViewer, 'accountId'> & { sessionId?: string }

type Credentials = { mobileno: string; areaCode: AreaCode; password: string; endDevice?: string | undefined }

type LogInOutcome = SignedIn | { devices: SignedInDevice[] }

export function createSessions({
  db,
  reads,
  clock,
  key,
  credentialChecks,
  throttles,
  profiles,
}: AccountsParts & { credentialChecks: CredentialChecks; throttles: Throttles }) {
  const useCache = createSessionUseCache()
  const statements = compileViewerStatements(profiles)
  return {
    logIn,
    startSession,
    viewer,
    logOut,
    devices,
    end,
    endOthers,
    findLive,
    stateOf,
    expiry,
    chooseProfile: updateProfile,
    dropProfile: clearProfile,
    /** Null locks it. */
    unlock: updateUnlock,
    lockAll: lockSessions,
    sweep,
  }

  /** A number without an account takes the same steps and time. @throws INVALID_INPUT, WRONG_CREDENTIALS, TOO_MANY_TRIES */
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
    // Needs no query. A device without a serial is never a known one.
    throttles.refuseCached([correct, ...(hash ? [] : targetsOfUnknownDevice)])
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
    const outcome = await inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, { accountId: found.accountId })
      // The password may have changed during the verification.
      if (account?.passwordHash !== found.passwordHash) return undefined
      return startSession(tx, account, { device, endDevice })
    })
    if (!outcome) throw new AppError('WRONG_CREDENTIALS')
    return outcome
  }

  type SessionOptions = { device: DeviceInfo; endDevice?: string | undefined }

  /** Locks the account, so that concurrent logins cannot exceed the device limit. */
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

  async function viewer(token: string, request: ViewerRequest): Promise<MemberViewer> {
    const now = clock.now()
    const hash = tokenHash(token)
    const lookup = { tokenHash: hash, profileId: request.profileId }
    const isRecorded = useCache.isRecordedSince(hash, now.epochMilliseconds - TOUCH_SECONDS * 1_000)
    const row = isRecorded
      ? await findViewer(reads, statements, { ...lookup, touch: undefined })
      : await findViewer(db, statements, { ...lookup, touch: touchAt(now) })
    if (!row) throw new AppError('SESSION_UNKNOWN')
    const reason = invalidReason({ endedAt: row.ended_at, lastUsedAt: row.last_used_at }, now)
    if (reason) throw new AppError(reason)
    useCache.record(hash, row.touched ? now : row.last_used_at)
    // Before the worker erases the account.
    if (row.closes_at && !isAfter(row.closes_at, now)) throw new AppError('SESSION_ENDED')
    return {
      kind: 'member',
      accountId: row.account_id,
      sessionId: row.session_id,
      ...profileOf(row, request.profileId),
      unlocked: row.parental_status === 'off' || (row.unlocked_until !== null && isAfter(row.unlocked_until, now)),
      parentalVersion: row.parental_version,
      closing: row.closes_at !== null,
      language: request.language,
      region: request.region,
      deviceSerial: request.deviceSerial,
    }
  }

  /** A request may narrow itself to a kids profile of the account. */
  function profileOf(row: ViewerRow, requestedId: string | undefined): OwnProfile {
    const own = row.profile_id ?? undefined
    if (requestedId === undefined || requestedId === own) return { profileId: own, kids: row.kids }
    if (row.requests_kids) return { profileId: requestedId, kids: true, narrowedFrom: row.profile_id }
    throw new AppError('NOT_ALLOWED')
  }

  async function logOut({ accountId, sessionId }: MemberViewer): Promise<void> {
    await endSessions(db, { accountId, which: { sessionId }, cause: 'logout', at: clock.now() })
  }

  function devices({ accountId, sessionId }: AccountSession): Promise<SignedInDevice[]> {
    return findDevices(db, { accountId, sessionId, expiredBefore: expiredBefore(clock.now()) })
  }

  /** @throws NOT_FOUND when it is not an active session of the account */
  async function end({ accountId }: AccountSession, deviceId: string, on: Db = db): Promise<void> {
    const ended = await endSessions(on, { accountId, which: { sessionId: deviceId }, cause: 'device', at: clock.now() })
    if (ended === 0) throw new AppError('NOT_FOUND')
  }

  async function endOthers({ accountId, sessionId }: MemberViewer): Promise<void> {
    await endSessions(db, { accountId, which: { except: sessionId }, cause: 'device', at: clock.now() })
  }

  /** For streams, which carry no token. `kids` is the value at the start: the stream ends when its profile becomes a kids profile. */
  function findLive(session: StreamSession): Promise<LiveSession | undefined> {
    return findLiveSession(db, { session, profiles, expiredBefore: expiredBefore(clock.now()) })
  }

  /** SQL of many sessions at once, see `sessionState`. */
  function stateOf(): RawBuilder<SessionState> {
    return sessionState(profiles, expiredBefore(clock.now()))
  }

  function expiry(): Temporal.Instant {
    return expiredBefore(clock.now())
  }

  function sweep(): Promise<void> {
    return sweepSessions(db, clock.now().subtract({ hours: KEPT_DAYS.sessions * 24 }))
  }
}

const touchAt = (now: Temporal.Instant) => ({
  at: now,
  before: now.subtract({ seconds: TOUCH_SECONDS }),
  expiredBefore: expiredBefore(now),
})

const REMEMBERED_MAX = 20_000

/** Caches recorded last uses, which only move forward: if recent enough, no write is needed. */
export function createSessionUseCache() {
  const recorded = new LRUCache<string, number>({ max: REMEMBERED_MAX })
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')
  return {
    isRecordedSince(tokenHash: Buffer, epochMilliseconds: number): boolean {
      return (recorded.get(keyOf(tokenHash)) ?? -Infinity) > epochMilliseconds
    },

    record(tokenHash: Buffer, at: Temporal.Instant): void {
      recorded.set(keyOf(tokenHash), at.epochMilliseconds)
    },
  }
}

/** Between updates of the last use. */
const TOUCH_SECONDS = 60
const NAME_MAX = 80

const SESSION_NS = BigInt(SESSION_DAYS * 24 * 60 * 60) * 1_000_000_000n

const expiredBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ hours: SESSION_DAYS * 24 })

const expiryOf = (lastUsedAt: Temporal.Instant): Temporal.Instant => lastUsedAt.add({ hours: SESSION_DAYS * 24 })

export function deviceName({ deviceModel, osVersion }: DeviceInfo): string | null {
  const parts = [deviceModel, osVersion]
    .map((part) => part?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ').slice(0, NAME_MAX)
}

export const hasDeviceSlot = (devices: number): boolean => devices < DEVICES_MAX

export function invalidReason(
  session: { endedAt: Temporal.Instant | null; lastUsedAt: Temporal.Instant },
  now: Temporal.Instant,
): 'SESSION_ENDED' | 'SESSION_EXPIRED' | undefined {
  if (session.endedAt !== null) return 'SESSION_ENDED'
  // Numbers: comparing instants takes twenty times as long, on each request.
  return session.lastUsedAt.epochNanoseconds <= now.epochNanoseconds - SESSION_NS ? 'SESSION_EXPIRED' : undefined
}
