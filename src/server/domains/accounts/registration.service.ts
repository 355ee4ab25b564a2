import type { Kysely } from 'kysely'
import { REGISTRATION_MINUTES } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { FieldRule, Gender } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Origin, RegistrationPartner, SignedIn } from './accounts-model.ts'
import { findNumber } from './accounts.repo.ts'
import type { AccountCreation } from './account-creation.service.ts'
import { isPastDay } from './birthdays.rules.ts'
import type { Codes } from './codes.service.ts'
import type { Logins } from './logins.service.ts'
import type { CodeRequester, NumberCodes, EnteredNumber } from './number-codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import {
  claimRegistration,
  findRegistration,
  insertRegistration,
  sweepRegistrations,
  markRegistrationUsed,
  releaseRegistration,
  type Registration,
} from './registration.repo.ts'
import { deviceHash, newParentalCode, newPassword, newToken, requesterOf, tokenHash } from './secrets.rules.ts'

export type RegistrationDeps = {
  db: Kysely<Database>
  clock: Clock
  codes: Codes
  numberCodes: NumberCodes
  key: Buffer
  logins: Logins
  messages: Messages
  accountCreation: AccountCreation
}

export type RegistrationDetails = {
  verificationToken: string
  name: string
  email: string
  birthday: string
  gender: Gender
  agreeMarketing: boolean
}

/** A claim older than this is void: the process that made it has ended. */
const CLAIM_SECONDS = 60

type LocalizedOrigin = Origin & { language: Language }

/** Registers members in three steps. */
export function createRegistration({
  db,
  clock,
  key,
  codes,
  numberCodes,
  logins,
  accountCreation,
  messages,
}: RegistrationDeps) {
  return { start, verify, complete, sweep }

  /** Step 1: sends a code by SMS; a number with an account gets a notice. @throws INVALID_INPUT, TOO_MANY_TRIES */
  function start(number: EnteredNumber, requester: CodeRequester): Promise<{ waitSeconds: number }> {
    return numberCodes.send('register', number, requester)
  }

  type CodeCheck = EnteredNumber & { code: string; partner: RegistrationPartner }

  /**
   * Step 2: verifies the code. Returns a single-use token for step 3, valid on the same device only.
   * @throws INVALID_INPUT, WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function verify({ mobileno, areaCode, code, partner }: CodeCheck, { address, device }: Origin) {
    const number = requireNumber(mobileno, areaCode)
    await codes.countCheck(address)
    const requestedBy = requesterOf(key, { address, device })
    const token = newToken()
    const attempt = { purpose: 'register', subject: number, code, sentTo: number, requestedBy } as const
    const expiresAt = await codes.redeem(attempt, async (tx) => {
      const at = clock.now()
      const expiresAt = at.add({ minutes: REGISTRATION_MINUTES })
      // Step 1 requires both consents, so a valid code implies them.
      await insertRegistration(tx, {
        tokenHash: tokenHash(token),
        number,
        deviceHash: deviceHash(key, device),
        partner,
        agreedAt: at,
        expiresAt,
      })
      return expiresAt
    })
    return { verificationToken: token, expiresAt }
  }

  /**
   * Step 3: creates the account and its first session; sends the password and the parental code by SMS.
   * @throws INVALID_INPUT, CODE_EXPIRED, CONFLICT when the number has an account, TOO_MANY_TRIES
   */
  async function complete(details: RegistrationDetails, { device, language }: LocalizedOrigin): Promise<SignedIn> {
    requirePastBirthday(details.birthday)
    const hash = tokenHash(details.verificationToken)
    const registration = await findRegistration(db, hash)
    if (!registration || !isUsable(registration, deviceHash(key, device))) throw new AppError('CODE_EXPIRED')
    const { number } = registration
    if ((await findNumber(db, { number, deviceHash: null })).hasAccount) throw new AppError('CONFLICT')
    // Claimed before hashing: repeated calls with one token cost no hash.
    const claim = { tokenHash: hash, claimedAt: clock.now() }
    const abandonedBefore = claim.claimedAt.subtract({ seconds: CLAIM_SECONDS })
    if (!(await claimRegistration(db, { ...claim, abandonedBefore }))) throw new AppError('CODE_EXPIRED')
    try {
      return await createAccount(registration, claim, { details, device, language })
    } catch (error) {
      await releaseRegistration(db, claim)
      throw error
    }
  }

  type Completion = { details: RegistrationDetails; device: Origin['device']; language: Language }
  type Claim = { tokenHash: Buffer; claimedAt: Temporal.Instant }

  async function createAccount(
    { number, partner, agreedAt }: Registration,
    claim: Claim,
    { details, device, language }: Completion,
  ): Promise<SignedIn> {
    const secrets = { password: newPassword(number), parentalCode: newParentalCode() }
    const hashes = await accountCreation.hashesOf(secrets, [number])
    return db.transaction().execute(async (tx) => {
      if (!(await markRegistrationUsed(tx, { ...claim, at: clock.now() }))) throw new AppError('CODE_EXPIRED')
      const account = await accountCreation.insert(tx, { ...details, ...hashes, number, partner, agreedAt, language })
      await messages.send(tx, {
        channel: 'sms',
        to: number,
        language,
        accountId: account.accountId,
        template: 'welcome',
        params: secrets,
      })
      const session = await logins.startSession(tx, account, { device })
      if ('devices' in session) throw new Error('a new account has no devices')
      return session
    })
  }

  function isUsable({ expiresAt, deviceHash }: Registration, current: Buffer | null): boolean {
    const isSameDevice = deviceHash === null ? current === null : current !== null && deviceHash.equals(current)
    return isSameDevice && Temporal.Instant.compare(clock.now(), expiresAt) < 0
  }

  function requirePastBirthday(birthday: string): void {
    if (!isPastDay(birthday, clock.now()))
      throw new AppError('INVALID_INPUT', { fields: { birthday: 'BIRTHDAY' satisfies FieldRule } })
  }

  function sweep(): Promise<void> {
    return sweepRegistrations(db, clock.now())
  }
}
