import { REGISTRATION_MINUTES } from '#contract/accounts.ts'
import { inTransaction } from '#server/kit/db.ts'
import { newToken, tokenHash } from '#server/kit/secrets.ts'
import {
  LISTED_PARTNER,
  type Origin,
  PARTNERS,
  type RegistrationPartner,
  isTelecomPartner,
  type SignedIn,
} from './accounts-model.ts'
import type { AccountCreation, AccountDetails } from './account-creation.service.ts'
import type { Codes, CodeRequester, EnteredNumber } from './codes.service.ts'
import type { Sessions } from './sessions.service.ts'
import { requireNumber, requirePastDay } from './numbers.rules.ts'
import type { AccountsParts, PromotionCodes } from './ports.ts'
import {
  isPartnerCustomer,
  findNumber,
  insertRegistration,
  sweepRegistrations,
  claimRegistration,
  findRegistration,
  markRegistrationUsed,
  type Registration,
  releaseRegistration,
} from './accounts.repo.ts'
import { customerHash } from './customer-lists.service.ts'
import { deviceHash, requesterOf, newParentalCode, newPassword } from './secrets.rules.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'

type RegistrationDetails = Pick<AccountDetails, 'name' | 'email' | 'birthday' | 'gender' | 'agreeMarketing'> & {
  verificationToken: string
  promotionCode?: string | undefined
}

type Registered = SignedIn & { readonly grants: Awaited<ReturnType<PromotionCodes['redeemIn']>>['grants'] }

/** An older claim is void: its process has ended. */
const CLAIM_SECONDS = 60

function refusePromotionCode(error: unknown): never {
  const rule = error instanceof AppError ? PROMOTION_CODE_RULES[error.code as ErrorCode] : undefined
  throw rule ? new AppError('INVALID_INPUT', { fields: { promotionCode: rule } }) : error
}

/** CODE_EXPIRED means the verification token here. */
const PROMOTION_CODE_RULES: Partial<Record<ErrorCode, FieldRule>> = {
  WRONG_CODE: 'PROMOTION_CODE',
  CODE_EXPIRED: 'PROMOTION_CODE_EXPIRED',
  NOT_ALLOWED: 'PROMOTION_CODE_REFUSED',
  NEW_USERS_ONLY: 'PROMOTION_CODE_NEW_ONLY',
}

type LocalizedOrigin = Origin & { language: Language }

export function createRegistration({
  db,
  clock,
  key,
  codes,
  sessions,
  accountCreation,
  messages,
  promotionCodes,
  isRegistrationOpen,
}: AccountsParts & { codes: Codes; sessions: Sessions; accountCreation: AccountCreation }) {
  return { start, verify, complete, sweep }

  /** Says nothing of the number. @throws REGISTRATION_CLOSED */
  function requireOpen(): void {
    if (!isRegistrationOpen()) throw new AppError('REGISTRATION_CLOSED')
  }

  /** A number with an account gets a notice. @throws INVALID_INPUT, REGISTRATION_CLOSED, TOO_MANY_TRIES */
  async function start(number: EnteredNumber, requester: CodeRequester): Promise<{ waitSeconds: number }> {
    requireOpen()
    return codes.sendToNumber('register', number, requester)
  }

  type CodeCheck = EnteredNumber & { code: string; partner: RegistrationPartner }

  /**
   * Binds a number on a customer list to that partner. @returns a single-use token for step 3, valid on this device
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
      const wanted = partner === PARTNERS.site ? LISTED_PARTNER : partner
      const isCustomer = await isPartnerCustomer(tx, { partner: wanted, numberHash: customerHash(key, number) })
      await insertRegistration(tx, {
        tokenHash: tokenHash(token),
        number,
        deviceHash: deviceHash(key, device),
        partner: isCustomer ? wanted : PARTNERS.site,
        agreedAt: at,
        expiresAt,
      })
      return expiresAt
    })
    return { verificationToken: token, expiresAt }
  }

  /**
   * Creates account and session, redeems the promotion code in the same transaction, and texts the secrets.
   * @throws REGISTRATION_CLOSED, INVALID_INPUT, CODE_EXPIRED, CODE_USED, CONFLICT when the number has an account, TOO_MANY_TRIES
   */
  async function complete(details: RegistrationDetails, origin: LocalizedOrigin): Promise<Registered> {
    requireOpen()
    const { device, language, address } = origin
    requirePastDay(details.birthday, clock.now())
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
    return inTransaction(db, async (tx) => {
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
      const session = await sessions.startSession(tx, account, { device })
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

  function sweep(): Promise<void> {
    return sweepRegistrations(db, clock.now())
  }
}
