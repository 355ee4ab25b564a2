import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Gender } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { isTelecomPartner, type Account } from './accounts-model.ts'
import { insertAccount, insertBinding, lockAccount, updateAccount } from './accounts.repo.ts'
import type { Hasher } from './hasher.ts'
import type { Welcome } from './ports.ts'

export type AccountCreationDeps = {
  db: Kysely<Database>
  clock: Clock
  hasher: Hasher
  messages: Messages
  /** Called for each new account, inside the transaction that makes it. */
  welcomes: readonly Welcome[]
}

export type AccountCreation = ReturnType<typeof createAccountCreation>

type Secrets = { password: string; parentalCode: string }

/** Somebody whose number needs no proof any more. */
export type NewMember = {
  number: string
  name: string
  email: string
  birthday: string
  gender: Gender
  agreeMarketing: boolean
  partner: string
  language: Language
  agreedAt: Temporal.Instant
}

/** Making accounts. */
export function createAccountCreation({ db, clock, hasher, messages, welcomes }: AccountCreationDeps) {
  return { admit, replaceSecrets, hashesOf, insert }

  /** Makes an account whose password is known already (demo accounts). @throws CONFLICT when the number has one */
  async function admit({ password, parentalCode, ...person }: NewMember & Secrets): Promise<{ accountId: string }> {
    const hashes = await hashesOf({ password, parentalCode })
    const { accountId } = await db.transaction().execute((tx) => insert(tx, { ...person, ...hashes }))
    return { accountId }
  }

  /** Gives the account of a number another password and parental code (demo accounts). @returns false when it has none */
  async function replaceSecrets({ number, ...secrets }: { number: string } & Secrets): Promise<boolean> {
    const hashes = await hashesOf(secrets)
    return db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { number })
      if (!account) return false
      const set = { password_hash: hashes.passwordHash, parental_hash: hashes.parentalHash }
      await updateAccount(tx, { accountId: account.accountId, set })
      return true
    })
  }

  async function hashesOf({ password, parentalCode }: Secrets) {
    return { passwordHash: await hasher.hash(password), parentalHash: await hasher.hash(parentalCode) }
  }

  /** Joins the caller's transaction. @throws CONFLICT when the number has an account */
  async function insert(tx: Db, person: NewMember & { passwordHash: string; parentalHash: string }): Promise<Account> {
    const accountId = newId()
    const at = clock.now()
    const marketingAgreedAt = person.agreeMarketing ? at : null
    const added = await insertAccount(tx, { ...person, accountId, at, marketingAgreedAt })
    if (!added) throw new AppError('CONFLICT')
    if (isTelecomPartner(person.partner)) await insertBinding(tx, { accountId, partner: person.partner, at })
    for (const welcome of welcomes) await welcome(tx, { accountId, name: person.name, at })
    await messages.post(tx, { accountId, template: 'welcome', params: { name: person.name } })
    return (await lockAccount(tx, { accountId }))!
  }
}
