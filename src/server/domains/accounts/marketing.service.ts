import { inTransaction } from '#server/kit/db.ts'
import { keyedHash, sameHash } from '#server/kit/secrets.ts'
import { lockAccountsOfMailbox, updateAccount } from './accounts.repo.ts'
import { recordMarketingConsent } from './consents.repo.ts'
import type { AccountsParts } from './ports.ts'

/** Ends a member’s consent to marketing by a link of an e-mail, without a sign-in. The link is for nothing else, and never expires. */
export function createMarketing({ db, clock, key }: Pick<AccountsParts, 'db' | 'clock' | 'key'>) {
  return { optOutToken, isOptOutToken, optOut }

  function optOutToken(accountId: string): string {
    return `${accountId}.${signatureOf(accountId)}`
  }

  function isOptOutToken(token: string): boolean {
    return accountOf(token) !== undefined
  }

  /**
   * Ends it for every account that has proven the address: its mailbox gets no more. Again, and for an erased account, it does nothing.
   * @returns false for a token that is not ours
   */
  async function optOut(token: string): Promise<boolean> {
    const accountId = accountOf(token)
    if (accountId === undefined) return false
    await inTransaction(db, async (tx) => {
      const agreeing = (await lockAccountsOfMailbox(tx, accountId)).filter(({ marketingAgreedAt }) => marketingAgreedAt)
      for (const { accountId: each } of agreeing) {
        await updateAccount(tx, { accountId: each, set: { marketing_agreed_at: null } })
        await recordMarketingConsent(tx, { accountId: each, given: false, at: clock.now() })
      }
    })
    return true
  }

  function accountOf(token: string): string | undefined {
    const end = token.lastIndexOf('.')
    const accountId = token.slice(0, Math.max(0, end))
    const isOurs = sameHash(Buffer.from(token.slice(end + 1)), Buffer.from(signatureOf(accountId)))
    return accountId !== '' && isOurs ? accountId : undefined
  }

  function signatureOf(accountId: string): string {
    return keyedHash(key, 'marketing opt-out', accountId).toString('base64url')
  }
}
