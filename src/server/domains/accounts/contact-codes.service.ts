import type { Kysely } from 'kysely'
import { CONTACT_WAIT_SECONDS } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { type Database, type Db, inTransaction } from '#server/kit/db.ts'
import type { Origin } from './accounts-model.ts'
import { findAccount } from './accounts.repo.ts'
import type { Codes } from './codes.service.ts'
import { keyedHash, requesterOf } from './secrets.rules.ts'
import { addressThrottles, type Throttles, type ThrottleTarget } from './throttles.service.ts'

/** Who proves an e-mail address: a member, or a visitor. */
export type ContactSender = Origin & { accountId: string | undefined; language: Language }

type Deps = { db: Kysely<Database>; key: Buffer; throttles: Throttles; codes: Codes }

/**
 * Codes that prove the e-mail address of a contact message. Each device has a code of its own for an address, so that nobody's request
 * ends somebody else's.
 */
export function createContactCodes({ db, key, throttles, codes }: Deps) {
  return { send, redeem }

  /** @throws TOO_MANY_TRIES */
  async function send(sender: ContactSender, email: string): Promise<{ waitSeconds: number }> {
    const { accountId, address, language } = sender
    const code = codeOf(sender, email)
    throttles.refuseCached(addressThrottles('contactAddress', address))
    await inTransaction(db, async (tx) => {
      const isOwn = await isOwnAddress(tx, { accountId, recipient: code.sentTo })
      await throttles.consume(tx, [
        { rule: 'contactDevice', subject: code.subject },
        ...(isOwn ? ownLimits(accountId) : othersLimits(code.sentTo, address)),
      ])
      await codes.send(tx, code, { channel: 'mail', to: email, template: 'contactCode', language, accountId })
    })
    return { waitSeconds: CONTACT_WAIT_SECONDS }
  }

  /**
   * Redeems a code and runs `work` in the same transaction.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES, and what `work` throws: the code then stays valid
   */
  async function redeem<T>(
    sender: ContactSender,
    { email, code }: { email: string; code: string },
    work: (tx: Db) => Promise<T>,
  ): Promise<T> {
    await codes.countCheck(sender.address)
    return codes.redeem({ ...codeOf(sender, email), code }, work)
  }

  function codeOf(sender: Origin, email: string) {
    const requestedBy = requesterOf(key, sender)
    const sentTo = email.toLowerCase()
    const subject = keyedHash(key, 'contact', sentTo, requestedBy.toString('hex')).toString('base64url')
    return { purpose: 'contact', subject, sentTo, requestedBy } as const
  }
}

/** Whether it is the verified address of the member who writes. */
async function isOwnAddress(
  tx: Db,
  { accountId, recipient }: { accountId: string | undefined; recipient: string },
): Promise<boolean> {
  const account = accountId === undefined ? undefined : await findAccount(tx, { accountId })
  return account?.emailValidAt != null && account.email.toLowerCase() === recipient
}

/** A member's codes to its own address: what others do takes nothing of it. */
const ownLimits = (accountId = ''): ThrottleTarget[] => [
  { rule: 'mailAccount', subject: accountId },
  { rule: 'mailAccountDay', subject: accountId },
]

const othersLimits = (recipient: string, address: string): ThrottleTarget[] => [
  { rule: 'contactNetwork', subject: `${recipient} ${addressPrefixes(address).at(-1)}` },
  { rule: 'contactRecipient', subject: recipient },
  ...addressThrottles('contactAddress', address),
]
