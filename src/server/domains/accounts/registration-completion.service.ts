import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { FieldRule, Gender } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Origin, SignedIn } from './accounts-model.ts'
import { findNumber } from './accounts.repo.ts'
import type { AccountCreation } from './account-creation.service.ts'
import { isPastDay } from './birthdays.rules.ts'
import type { Logins } from './logins.service.ts'
import {
  claimRegistration,
  findRegistration,
  markRegistrationUsed,
  type Registration,
  releaseRegistration,
} from './registration.repo.ts'
import { deviceHash, newParentalCode, newPassword, tokenHash } from './secrets.rules.ts'

type Deps = {
  db: Kysely<Database>
  clock: Clock
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

/** Step 3 of a registration. */
export function createCompletion({ db, clock, key, logins, accountCreation, messages }: Deps) {
  return complete

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
}
