import type { Kysely } from 'kysely'
import { REGISTRATION_MINUTES } from '#contract/accounts.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { LISTED_PARTNER, type Origin, PARTNERS, type RegistrationPartner } from './accounts-model.ts'
import type { AccountCreation } from './account-creation.service.ts'
import type { Codes } from './codes.service.ts'
import type { Logins } from './logins.service.ts'
import type { CodeRequester, NumberCodes, EnteredNumber } from './number-codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import type { PromotionCodes } from './ports.ts'
import { isPartnerCustomer } from './partner-customers.repo.ts'
import { customerHash } from './partner-customers.service.ts'
import { createCompletion } from './registration-completion.service.ts'
import { insertRegistration, sweepRegistrations } from './registration.repo.ts'
import { deviceHash, newToken, requesterOf, tokenHash } from './secrets.rules.ts'

export type RegistrationDeps = {
  db: Kysely<Database>
  clock: Clock
  codes: Codes
  numberCodes: NumberCodes
  key: Buffer
  logins: Logins
  messages: Messages
  accountCreation: AccountCreation
  promotionCodes: () => PromotionCodes
}

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
  promotionCodes,
}: RegistrationDeps) {
  const complete = createCompletion({ db, clock, key, logins, accountCreation, messages, promotionCodes })
  return { start, verify, complete, sweep }

  /** Step 1: sends a code by SMS; a number with an account gets a notice. @throws INVALID_INPUT, TOO_MANY_TRIES */
  function start(number: EnteredNumber, requester: CodeRequester): Promise<{ waitSeconds: number }> {
    return numberCodes.send('register', number, requester)
  }

  type CodeCheck = EnteredNumber & { code: string; partner: RegistrationPartner }

  /**
   * Step 2: verifies the code. The number binds to the partner if it is on its customer list; on the site, to movie6. Returns a single-use token for step 3, valid on the same device only.
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
      // Step 1 requires both consents, so a valid code implies them.
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

  function sweep(): Promise<void> {
    return sweepRegistrations(db, clock.now())
  }
}
