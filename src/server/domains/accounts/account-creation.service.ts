import { AppError } from '#contract/errors.ts'
import type { Gender } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { isTelecomPartner, type Account } from './accounts-model.ts'
import { insertAccount, insertBinding, lockAccount, updateAccount } from './accounts.repo.ts'
import { recordMarketingConsent } from './consents.repo.ts'
import type { AccountsParts } from './ports.ts'

export type AccountCreation = ReturnType<typeof createAccountCreation>

type Secrets = { password: string; parentalCode: string }

export type AccountDetails = {
  number: string
  name: string
  email: string
  birthday: string
  gender: Gender
  agreeMarketing: boolean
  partner: string
  language: Language
  agreedAt: Temporal.Instant
  emailValidAt?: Temporal.Instant
}

export function createAccountCreation({ db, clock, hasher, messages, onAccountCreated }: AccountsParts) {
  return { createAccount, replaceSecrets, verifyOwnEmail, hashesOf, insert }

  /** For demo accounts. @throws CONFLICT when the number has an account */
  async function createAccount({
    password,
    parentalCode,
    ...details
  }: AccountDetails & Secrets): Promise<{ accountId: string }> {
    const hashes = await hashesOf({ password, parentalCode })
    const { accountId } = await inTransaction(db, (tx) => insert(tx, { ...details, ...hashes }))
    return { accountId }
  }

  /** For demo accounts. @returns false when there is no account */
  async function replaceSecrets({ number, ...secrets }: { number: string } & Secrets): Promise<boolean> {
    const hashes = await hashesOf(secrets)
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, { number })
      if (!account) return false
      const set = { password_hash: hashes.passwordHash, parental_hash: hashes.parentalHash }
      await updateAccount(tx, { accountId: account.accountId, set })
      return true
    })
  }

  /** For demo accounts of earlier releases: verifies the address that the account was created with. @returns whether the account's address is verified */
  async function verifyOwnEmail({ number, email }: { number: string; email: string }): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, { number })
      if (account?.emailValidAt) return true
      if (account?.email !== email) return false
      await updateAccount(tx, { accountId: account.accountId, set: { email_valid_at: clock.now() } })
      return true
    })
  }

  async function hashesOf({ password, parentalCode }: Secrets, clients?: readonly string[]) {
    return {
      passwordHash: await hasher.hash(password, clients),
      parentalHash: await hasher.hash(parentalCode, clients),
    }
  }

  /** @throws CONFLICT when the number has an account */
  async function insert(
    tx: Db,
    details: AccountDetails & { passwordHash: string; parentalHash: string },
  ): Promise<Account> {
    const accountId = newId()
    const at = clock.now()
    const marketingAgreedAt = details.agreeMarketing ? at : null
    const added = await insertAccount(tx, { ...details, accountId, at, marketingAgreedAt })
    if (!added) throw new AppError('CONFLICT')
    if (details.agreeMarketing) await recordMarketingConsent(tx, { accountId, given: true, at })
    if (isTelecomPartner(details.partner)) await insertBinding(tx, { accountId, partner: details.partner, at })
    for (const notify of onAccountCreated) await notify(tx, { accountId, name: details.name, at })
    await messages.post(tx, { accountId, template: 'welcome', params: { name: details.name } })
    return (await lockAccount(tx, { accountId }))!
  }
}
