import type { Kysely } from 'kysely'
import { SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import type { AreaCode } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Database } from '#server/kit/db.ts'
import type { Origin } from './accounts-model.ts'
import { findNumber } from './accounts.repo.ts'
import { type Codes, smsThrottles } from './codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import { deviceHash, requesterOf } from './secrets.rules.ts'
import type { Throttles } from './throttles.service.ts'

/** A phone number as entered. */
export type EnteredNumber = { mobileno: string; areaCode: AreaCode }

/** The client that requests a code. */
export type CodeRequester = Origin & { language: Language }

/** For each purpose: whether the number must have an account, and the SMS templates for a valid and an invalid request. */
const PURPOSES = {
  register: { requiresAccount: false, codeTemplate: 'registerCode', noticeTemplate: 'alreadyRegistered' },
  reset: { requiresAccount: true, codeTemplate: 'resetCode', noticeTemplate: 'notRegistered' },
} as const

export type NumberCodes = ReturnType<typeof createNumberCodes>
type Deps = { db: Kysely<Database>; key: Buffer; throttles: Throttles; codes: Codes; messages: Messages }

/** Sends codes without revealing whether a number has an account. */
export function createNumberCodes({ db, key, throttles, codes, messages }: Deps) {
  return { send }

  /**
   * Sends an SMS with a code, or one that explains why there is none. Both take the same steps and statements.
   * @throws INVALID_INPUT, TOO_MANY_TRIES
   */
  async function send(
    purpose: keyof typeof PURPOSES,
    { mobileno, areaCode }: EnteredNumber,
    { address, device, language }: CodeRequester,
  ): Promise<{ waitSeconds: number }> {
    const number = requireNumber(mobileno, areaCode)
    const { requiresAccount, codeTemplate, noticeTemplate } = PURPOSES[purpose]
    const isReset = purpose === 'reset'
    // A cached refusal needs no connection. It applies to known devices too.
    throttles.refuseCached(smsThrottles({ number, address, isKnownDevice: true, isReset }))
    await db.transaction().execute(async (tx) => {
      const { hasAccount, isKnownDevice } = await findNumber(tx, { number, deviceHash: deviceHash(key, device) })
      await throttles.consume(tx, smsThrottles({ number, address, isKnownDevice, isReset }))
      const redeemable = hasAccount === requiresAccount
      const requestedBy = requesterOf(key, { address, device })
      const issue = { purpose, subject: number, sentTo: number, requestedBy, redeemable }
      const { code, expiresAt } = await codes.issue(tx, issue)
      const message = { channel: 'sms', to: number, language, expiresAt } as const
      if (redeemable) await messages.send(tx, { ...message, template: codeTemplate, params: { code } })
      else await messages.send(tx, { ...message, template: noticeTemplate, params: {} })
    })
    return { waitSeconds: SMS_WAIT_SECONDS }
  }
}
