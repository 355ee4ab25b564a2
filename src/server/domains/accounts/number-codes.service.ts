import type { Kysely } from 'kysely'
import { SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import type { AreaCode } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Database } from '#server/kit/db.ts'
import { hasAccount } from './accounts.repo.ts'
import { type Codes, smsCounts } from './codes.service.ts'
import { requireNumber } from './numbers.rules.ts'
import type { Throttles } from './throttles.service.ts'

/** A number as it is typed. */
export type TypedNumber = { mobileno: string; areaCode: AreaCode }

/** Who asks. */
export type CodeRequester = { address: string; language: Language }

/** Whether a code is for numbers with an account, and what the others get instead. */
const PURPOSES = {
  register: { forMembers: false, withCode: 'registerCode', without: 'alreadyRegistered' },
  reset: { forMembers: true, withCode: 'resetCode', without: 'notRegistered' },
} as const

export type NumberCodes = ReturnType<typeof createNumberCodes>
type Deps = { db: Kysely<Database>; throttles: Throttles; codes: Codes; messages: Messages }

/** Codes to a number of which nobody may learn here whether it has an account. */
export function createNumberCodes({ db, throttles, codes, messages }: Deps) {
  return { send }

  /**
   * Sends an SMS: a code, or word that there is nothing to prove. Both take the same steps and leave the same traces.
   * @throws INVALID_INPUT, TOO_MANY_TRIES
   */
  async function send(
    purpose: keyof typeof PURPOSES,
    { mobileno, areaCode }: TypedNumber,
    { address, language }: CodeRequester,
  ): Promise<{ waitSeconds: number }> {
    const number = requireNumber(mobileno, areaCode)
    const { forMembers, withCode, without } = PURPOSES[purpose]
    await db.transaction().execute(async (tx) => {
      await throttles.pass(tx, smsCounts(number, address))
      const proves = (await hasAccount(tx, number)) === forMembers
      const { code, expiresAt } = await codes.issue(tx, { purpose, subject: number, sentTo: number, proves })
      const order = { channel: 'sms', to: number, language, expiresAt } as const
      if (proves) await messages.send(tx, { ...order, template: withCode, params: { code } })
      else await messages.send(tx, { ...order, template: without, params: {} })
    })
    return { waitSeconds: SMS_WAIT_SECONDS }
  }
}
