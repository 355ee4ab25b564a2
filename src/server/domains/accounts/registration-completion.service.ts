import type { Kysely } from 'kysely'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { FieldRule, Gender } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { isTelecomPartner, type Origin, type SignedIn } from './accounts-model.ts'
import { findNumber } from './accounts.repo.ts'
import type { AccountCreation } from './account-creation.service.ts'
import { isPastDay } from './birthdays.rules.ts'
import type { Logins } from './logins.service.ts'
import type { PromotionCodes } from './ports.ts'
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
  promotionCodes: () => PromotionCodes
}

export type RegistrationDetails = {
  verificationToken: string
  name: string
  email: string
  birthday: string
  gender: Gender
  agreeMarketing: boolean
  promotionCode?: string | undefined
}

/** The first session of a new account, and what its promotion code gave. */
export type Registered = SignedIn & { readonly grants: Awaited<ReturnType<PromotionCodes['redeemIn']>>['grants'] }

/** A claim older than this is void: the process that made it has ended. */
const CLAIM_SECONDS = 60

/** A code that cannot be redeemed is a wrong field. */
function refusePromotionCode(error: unknown): never {
  const rule = error instanceof AppError ? PROMOTION_CODE_RULES[error.code as ErrorCode] : undefined
  throw rule ? new AppError('INVALID_INPUT', { fields: { promotionCode: rule } }) : error
}

/** CODE_EXPIRED is the verification token’s already. */
const PROMOTION_CODE_RULES: Partial<Record<ErrorCode, FieldRule>> = {
  WRONG_CODE: 'PROMOTION_CODE',
  CODE_EXPIRED: 'PROMOTION_CODE_EXPIRED',
  NOT_ALLOWED: 'PROMOTION_CODE_REFUSED',
  NEW_USERS_ONLY: 'PROMOTION_CODE_NEW_ONLY',
}

type LocalizedOrigin = Origin & { language: Language }

/** Step 3 of a registration. */
export function createCompletion({ db, clock, key, logins, accountCreation, messages, promotionCodes }: Deps) {
  return complete

  /**
   * Step 3: creates the account and its first session; sends the password and the parental code by SMS. A promotion code is redeemed with
   * it, or nothing is created.
   * @throws INVALID_INPUT, CODE_EXPIRED, CODE_USED, CONFLICT when the number has an account, TOO_MANY_TRIES
   */
  async function complete(details: RegistrationDetails, origin: LocalizedOrigin): Promise<Registered> {
    const { device, language, address } = origin
    requirePastBirthday(details.birthday)
    const hash = tokenHash(details.verificationToken)
    const registration = await findRegistration(db, hash)
    if (!registration || !isUsable(registration, deviceHash(key, device))) throw new AppError('CODE_EXPIRED')
    const { number } = registration
    if ((await findNumber(db, { number, deviceHash: null })).hasAccount) throw new AppError('CONFLICT')
    await requirePromotionCode(details.promotionCode, { address, number, partner: registration.partner })
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

  /** @throws INVALID_INPUT, CODE_USED, TOO_MANY_TRIES */
  async function requirePromotionCode(
    code: string | undefined,
    visit: { address: string; number: string; partner: string },
  ) {
    if (code === undefined) return
    const check = { ...visit, code, isTelecomPartner: isTelecomPartner(visit.partner) }
    await promotionCodes().checkForNewMember(check).catch(refusePromotionCode)
  }

  type Completion = { details: RegistrationDetails; device: Origin['device']; language: Language }
  type Claim = { tokenHash: Buffer; claimedAt: Temporal.Instant }

  async function createAccount(
    { number, partner, agreedAt }: Registration,
    claim: Claim,
    { details, device, language }: Completion,
  ): Promise<Registered> {
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
      const { promotionCode: code } = details
      if (code === undefined) return { ...session, grants: [] }
      const { grants } = await promotionCodes()
        .redeemIn(tx, { accountId: account.accountId, code })
        .catch(refusePromotionCode)
      return { ...session, grants }
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
