import type { Kysely } from 'kysely'
import { REGISTRATION_MINUTES } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { FieldRule, Gender } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Origin, RegistrationPartner, SignedIn } from './accounts-model.ts'
import type { AccountCreation } from './account-creation.service.ts'
import { isPastDay } from './birthdays.rules.ts'
import type { Codes } from './codes.service.ts'
import type { Logins } from './logins.service.ts'
import type { CodeRequester, NumberCodes, TypedNumber } from './number-codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import {
  findRegistration,
  insertRegistration,
  sweepRegistrations,
  useRegistration,
  type Registration,
} from './registration.repo.ts'
import { deviceHash, newParentalCode, newPassword, newToken, tokenHash } from './secrets.rules.ts'

export type RegistrationDeps = {
  db: Kysely<Database>
  clock: Clock
  codes: Codes
  numberCodes: NumberCodes
  key: Buffer
  logins: Logins
  messages: Messages
  admissions: AccountCreation
}

export type Details = {
  verificationToken: string
  name: string
  email: string
  birthday: string
  gender: Gender
  agreeMarketing: boolean
}

/** Registration in three steps. */
export function createRegistration({
  db,
  clock,
  key,
  codes,
  numberCodes,
  logins,
  admissions,
  messages,
}: RegistrationDeps) {
  return { begin, check, complete, sweep }

  /** Step 1: a code by SMS; a number that has an account gets another. @throws INVALID_INPUT, TOO_MANY_TRIES */
  function begin(given: TypedNumber, asker: CodeRequester): Promise<{ waitSeconds: number }> {
    return numberCodes.send('register', given, asker)
  }

  type CodeCheck = TypedNumber & { code: string; partner: RegistrationPartner }

  /**
   * Step 2: the code, for a token that step 3 takes once, from the same device.
   * @throws INVALID_INPUT, WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES
   */
  async function check({ mobileno, areaCode, code, partner }: CodeCheck, { device }: Origin) {
    const number = requireNumber(mobileno, areaCode)
    const token = newToken()
    const expiresAt = await codes.spend({ purpose: 'register', subject: number, code, sentTo: number }, async (tx) => {
      const at = clock.now()
      const expiresAt = at.add({ minutes: REGISTRATION_MINUTES })
      const ofDevice = deviceHash(key, device)
      // Step 1 is refused without both consents: its code stands for them.
      await insertRegistration(tx, {
        tokenHash: tokenHash(token),
        number,
        deviceHash: ofDevice,
        partner,
        agreedAt: at,
        expiresAt,
      })
      return expiresAt
    })
    return { verificationToken: token, expiresAt }
  }

  /**
   * Step 3: the account and its first session; password and parental code leave by SMS.
   * @throws INVALID_INPUT, CODE_EXPIRED, CONFLICT when the number has an account by now, TOO_MANY_TRIES
   */
  async function complete(details: Details, { device, language }: Origin & { language: Language }): Promise<SignedIn> {
    requirePastBirthday(details.birthday)
    const hash = tokenHash(details.verificationToken)
    const registration = await findRegistration(db, hash)
    if (!registration || !isGood(registration, deviceHash(key, device))) throw new AppError('CODE_EXPIRED')
    const { number, partner, agreedAt } = registration
    const secrets = { password: newPassword(number), parentalCode: newParentalCode() }
    const hashes = await admissions.hashesOf(secrets)
    return db.transaction().execute(async (tx) => {
      if (!(await useRegistration(tx, { tokenHash: hash, at: clock.now() }))) throw new AppError('CODE_EXPIRED')
      const account = await admissions.insert(tx, { ...details, ...hashes, number, partner, agreedAt, language })
      await messages.send(tx, {
        channel: 'sms',
        to: number,
        language,
        accountId: account.accountId,
        template: 'welcome',
        params: secrets,
      })
      const session = await logins.start(tx, account, { device })
      if ('devices' in session) throw new Error('a new account has no devices')
      return session
    })
  }

  function isGood({ expiresAt, deviceHash }: Registration, asked: Buffer | null): boolean {
    const isSameDevice = deviceHash === null ? asked === null : asked !== null && deviceHash.equals(asked)
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
